def name(table, box, move):
    return f"m{move}"


def ask(view):
    return "Ask."


def tell(before, move, after):
    return []


def why(view, words):
    return "No."
