"""x"""
from fathom5.kernel.plain import svg as svg, text as text
