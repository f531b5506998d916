"""What the tests with python-gitlab share: the unmodified library against the Hearth that ./hearth test has started."""

import os
import secrets

import gitlab
import pytest

URL = os.environ["HEARTH_E2E_URL"]


def unique(prefix):
    """A name that no other test uses."""
    return f"{prefix}-{secrets.token_hex(5)}"


def refused(status, error=gitlab.exceptions.GitlabError):
    """Expects the library's error with this status; the caught error is `.value`."""
    return _Refused(status, error)


class _Refused:
    def __init__(self, status, error):
        self.status = status
        self.raises = pytest.raises(error)

    def __enter__(self):
        self.info = self.raises.__enter__()
        return self.info

    def __exit__(self, *details):
        suppressed = self.raises.__exit__(*details)
        if suppressed:
            assert self.info.value.response_code == self.status, self.info.value
        return suppressed


@pytest.fixture(scope="session")
def root():
    """The first admin."""
    client = gitlab.Gitlab(URL, private_token=os.environ["HEARTH_E2E_TOKEN"])
    client.auth()
    return client


@pytest.fixture(scope="session")
def make_user(root):
    """Makes a user the way an admin does; returns the record and a client with a token of that user's own."""

    def make(prefix="pythonista", **more):
        username = unique(prefix)
        user = root.users.create(
            {
                "username": username,
                "email": f"{username}@example.com",
                "name": f"{prefix} of python",
                "password": f"secret-{username}",
                "skip_confirmation": True,
                **more,
            }
        )
        token = user.personal_access_tokens.create({"name": "python", "scopes": ["api"]})
        return user, gitlab.Gitlab(URL, private_token=token.token)

    return make


@pytest.fixture(scope="module")
def someone(make_user):
    return make_user()


@pytest.fixture(scope="module")
def another(make_user):
    return make_user("another")


@pytest.fixture(scope="session")
def picture(tmp_path_factory):
    """A PNG of one pixel."""
    file = tmp_path_factory.mktemp("pictures") / "pixel.png"
    file.write_bytes(
        bytes.fromhex(
            "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
            "0000000d49444154789c6360f8cf50cf00030201008a2bb6c70000000049454e44ae426082"
        )
    )
    return file
