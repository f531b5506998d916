"""Impersonation tokens and personal tokens."""

import gitlab
from conftest import URL, refused


def test_impersonation_tokens(root, someone):
    user = root.users.get(someone[0].id)
    token = user.impersonationtokens.create({"name": "robot", "scopes": ["api", "read_user"], "expires_at": "2099-01-01"})
    assert (token.name, token.active, token.expires_at, token.scopes) == ("robot", True, "2099-01-01", ["api", "read_user"])
    client = gitlab.Gitlab(URL, private_token=token.token)
    client.auth()
    assert client.user.id == user.id
    read = user.impersonationtokens.get(token.id)
    assert (read.id, read.revoked, read.impersonation) == (token.id, False, True)
    assert token.id in [each.id for each in user.impersonationtokens.list(state="active", get_all=True)]
    token.delete()
    with refused(401, gitlab.exceptions.GitlabAuthenticationError):
        client.auth()
    assert token.id in [each.id for each in user.impersonationtokens.list(state="inactive", get_all=True)]
    assert token.id not in [each.id for each in user.impersonationtokens.list(state="active", get_all=True)]


def test_impersonation_tokens_are_for_admins(someone):
    user, client = someone
    record = client.users.get(user.id)
    with refused(403):
        record.impersonationtokens.list(get_all=True)
    with refused(403):
        record.impersonationtokens.create({"name": "robot", "scopes": ["api"]})


def test_refusals(root, someone):
    user = root.users.get(someone[0].id)
    with refused(400):
        user.impersonationtokens.create({"name": "robot", "scopes": []})
    with refused(400):
        user.impersonationtokens.create({"name": "robot", "scopes": ["everything"]})
    with refused(404):
        user.impersonationtokens.get(99_999_999)


def test_scopes(root, someone):
    user = root.users.get(someone[0].id)
    token = user.impersonationtokens.create({"name": "reader", "scopes": ["read_user"]})
    reader = gitlab.Gitlab(URL, private_token=token.token)
    reader.auth()
    assert reader.user.id == user.id
    with refused(403) as info:
        reader.projects.list(get_all=True)
    assert info.value.error_message == "insufficient_scope"


def test_bearer(someone):
    client = gitlab.Gitlab(URL, oauth_token=someone[1].private_token)
    client.auth()
    assert client.user.id == someone[0].id


def test_personal_tokens(root, make_user):
    user, client = make_user("tokens")
    made = user.personal_access_tokens.create({"name": "second", "scopes": ["read_user"]})
    second = gitlab.Gitlab(URL, private_token=made.token)
    listed = client.personal_access_tokens.list(get_all=True)
    assert sorted(each.name for each in listed) == ["python", "second"]
    assert client.personal_access_tokens.get(made.id).scopes == ["read_user"]
    assert second.personal_access_tokens.get("self").id == made.id
    assert sorted(each.id for each in root.personal_access_tokens.list(user_id=user.id, get_all=True)) == sorted(
        each.id for each in listed
    )
    client.personal_access_tokens.delete(made.id)
    with refused(401, gitlab.exceptions.GitlabAuthenticationError):
        second.auth()
    client.personal_access_tokens.delete("self")
    with refused(401, gitlab.exceptions.GitlabAuthenticationError):
        client.auth()
