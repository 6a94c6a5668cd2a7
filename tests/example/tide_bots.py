from fathom5 import View


def greedy(view: View) -> int:
    """Take as many shells as possible."""
    return view.ids[-1]
