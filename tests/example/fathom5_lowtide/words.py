from fathom5_lowtide.table import Wave


def name(table, box, move):
    return f"wave {move.shells}" if isinstance(move, Wave) else f"take {move.shells}"


def ask(view):
    return f"There are {view.table.shells} shells. How many do you take?"


def tell(before, move, after):
    if isinstance(move, Wave):
        return [f"A wave brings {move.shells} shells."]
    return [f"{before.names[before.table.actor]} takes {move.shells}."]


def why(view, asked):
    return "Take 1, 2 or 3 shells, and no more than there are."
