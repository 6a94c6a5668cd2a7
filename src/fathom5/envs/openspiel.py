"""Every installed game as a game of OpenSpiel: import this, then `pyspiel.load_game("fathom5_deep_dive")`.

Chance is explicit, returns are shares of the win. Parameters are the number of players, the options of the
game, changes of its box (NAME:VALUE, several with ; between) and `moves_remembered`: how many moves the
tensor of an information state holds. Its string holds all.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from fathom5.core.box import Option
from fathom5.core.errors import Mistake, whole_number
from fathom5.core.game import Game, all_games
from fathom5.core.rule import NATURE, OVER
from fathom5.engine.loops import TOO_LONG
from fathom5.envs.openspiel_observer import Observer, fields
from fathom5.envs.tree import Key, Node, tree

try:
    import pyspiel
except ModuleNotFoundError:
    raise Mistake("OpenSpiel's games need open_spiel: pip install 'fathom5[openspiel]'.") from None

MOVES_REMEMBERED = 1024
"""How many moves the tensor of an information state holds unless told otherwise."""

MOST_REMEMBERED = 1 << 16


def short_name(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return "fathom5_" + game.name.replace("-", "_")


def game_type(game: Game, players: int) -> Any:
    """What OpenSpiel has to know of a game before it is played by so many."""
    kind = pyspiel.GameType
    perfect, imperfect = kind.Information.PERFECT_INFORMATION, kind.Information.IMPERFECT_INFORMATION
    return kind(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=imperfect if game.spec.has_secrets else perfect,
        utility=kind.Utility.GENERAL_SUM if players == 1 else kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )


def parameters(game: Game) -> dict[str, object]:
    """The parameters of a game with their defaults."""
    options = {_parameter(option): _default(option) for option in game.sheet.options.values()}
    usual = {"players": _usual_players(game), "box": "", "moves_remembered": MOVES_REMEMBERED}
    return {**options, **usual}


def _usual_players(game: Game) -> int:
    return min(max(2, game.players[0]), game.players[-1])


def _parameter(option: Option) -> str:
    return option.name.replace("-", "_")


def _default(option: Option) -> object:
    """An option's default as OpenSpiel takes it: yes or no as a bool, words as text, numbers as they are."""
    if option.words == ("no", "yes"):
        return bool(option.default)
    return option.words[option.default] if option.words else option.default


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game for one number of players; each game has a class of its own."""

    played: ClassVar[Game]

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        """Raise SpielError for what the game is not for."""
        game, usual = self.played, parameters(self.played)
        given = {**usual, **(params or {})}
        try:
            self.remembered = whole_number("moves_remembered", given["moves_remembered"], 0, MOST_REMEMBERED)
            self.tree = tree(self._key(given))
        except Mistake as mistake:
            raise pyspiel.SpielError(str(mistake)) from None
        players = self.tree.players
        info = pyspiel.GameInfo(
            num_distinct_actions=game.spec.moves.playable,
            max_chance_outcomes=game.spec.nature.playable,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if players == 1 else 1.0,
            max_game_length=TOO_LONG,
        )
        chosen = {name: value for name, value in given.items() if value != usual.get(name)}
        super().__init__(game_type(game, players), info, chosen)

    def __reduce__(self) -> Any:
        return _loaded, (str(self),)  # pyspiel's own way loses what a game in Python knows

    def _key(self, given: Mapping[str, object]) -> Key:
        """The way to play that parameters mean; raises Mistake if the game is not for so many."""
        options = tuple((o.name, given[_parameter(o)]) for o in self.played.sheet.options.values())
        changes = tuple(change.replace(":", "=", 1) for change in str(given["box"]).split(";") if change)
        return Key(self.played, self.played.check_players(given["players"]), options, changes)

    def new_initial_state(self) -> SpielState:
        """The table before the first move."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return TOO_LONG

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of public, private or all information; raises ValueError for parameters."""
        if params:
            raise ValueError(f"Observers have no parameters, but were given {params}.")
        return Observer(self.tree, iig_obs_type or pyspiel.IIGObservationType(), self.remembered)


def _loaded(text: str) -> Any:
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node = game.tree.root

    def current_player(self) -> Any:
        """The seat that decides, CHANCE or TERMINAL."""
        special = {NATURE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return special.get(self.node.actor, self.node.actor)

    def _legal_actions(self, player: int) -> list[int]:
        """The open moves, ascending."""
        return self.node.ids

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's open moves with their probabilities."""
        return self.node.odds

    def _apply_action(self, action: int) -> None:
        """Go on to the node after a move; raises SpielError and stays if it is not open."""
        try:
            self.node = self.node.child(action)
        except Mistake as mistake:
            raise pyspiel.SpielError(str(mistake)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in words."""
        return self.node.name(action)

    def is_terminal(self) -> bool:
        return self.node.actor == OVER

    def returns(self) -> list[float]:
        """The share of the win of every seat, nothing before the end."""
        return self.node.win_shares() if self.is_terminal() else [0.0] * self.node.tree.players

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """A state that a seat cannot tell from this one, as likely as the rules make it.

        Where something is hidden from the seat, no history leads there: the state's is empty.
        """
        if not self.node.tree.game.spec.has_secrets:
            return self.clone()  # type: ignore[no-any-return]
        state = SpielState(self.get_game())
        state.node = self.node.resampled(player, int(rng() * (1 << 53)))
        return state

    def __str__(self) -> str:
        return fields(self.node.tree, self.node.whole())


def register() -> None:
    """Register every installed game; one whose source is wrong is left out, with a warning."""
    for game in all_games().values():
        try:
            kind = game_type(game, _usual_players(game))
        except Mistake as mistake:
            warnings.warn(f"OpenSpiel does not know {game.name}: {mistake}", stacklevel=2)
        else:
            pyspiel.register_game(kind, type(short_name(game), (SpielGame,), {"played": game}))


register()
