"""Judgement: what a position is worth to every seat, a review of a finished match, and drills."""

from fathom5.coach.drills import Answer, Drill, Drills, drills
from fathom5.coach.evaluator import Estimate, Evaluation, Evaluator, evaluate, evaluate_moves
from fathom5.coach.findings import Findings
from fathom5.coach.judged import Chance, Decision, SeatSum
from fathom5.coach.reviews import Review, review
from fathom5.coach.sample import Worth
from fathom5.coach.verdicts import Verdict

__all__ = [
    "Answer",
    "Chance",
    "Decision",
    "Drill",
    "Drills",
    "Estimate",
    "Evaluation",
    "Evaluator",
    "Findings",
    "Review",
    "SeatSum",
    "Verdict",
    "Worth",
    "drills",
    "evaluate",
    "evaluate_moves",
    "review",
]
