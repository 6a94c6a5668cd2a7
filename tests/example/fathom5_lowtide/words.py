from fathom5_lowtide.rules import WAVE


def name(table, box, move):
    return f"wave {move - WAVE}" if move >= WAVE else f"take {move}"


def ask(view):
    return f"There are {view.table.shells} shells. How many do you take?"


def tell(before, move, after):
    if move >= WAVE:
        return [f"A wave brings {move - WAVE} shells."]
    return [f"{before.names[before.table.actor]} takes {move}."]


def why(view, words):
    return "Take 1, 2 or 3 shells, and no more than there are."
