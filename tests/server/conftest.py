import pytest

from guests import Browser, serving


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("FATHOM5_COMPILE", "0")


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def client(database):
    with serving(database) as client:
        yield client


@pytest.fixture
def browser(client):
    return Browser(client)


@pytest.fixture
def two(client):
    """Ada and Ben at one table of Low Tide, each with a browser."""
    ada, ben = Browser(client), Browser(client)
    ada.post("/new/low-tide", seat__0="me", name__0="Ada", seat__1="friend")
    ben.post(ada.invitation, name="Ben")
    ada.post(f"/table/{ada.table}/ready")
    ben.get(f"/table/{ada.table}")
    return ada, ben
