"""What users add to their accounts: SSH keys and e-mail addresses."""

import base64
import secrets

import gitlab
from conftest import refused, unique


def ssh_key():
    """A public Ed25519 key as OpenSSH writes it."""
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in (b"ssh-ed25519", secrets.token_bytes(32)))
    return f"ssh-ed25519 {base64.b64encode(parts).decode()} pythonista@laptop"


def test_ssh_keys(root, someone):
    user, client = someone
    client.auth()
    key = client.user.keys.create({"title": "laptop", "key": ssh_key()})
    assert client.user.keys.get(key.id).key == key.key
    theirs = root.users.get(user.id).keys
    given = theirs.create({"title": "by admin", "key": ssh_key()})
    assert [each.id for each in theirs.list(get_all=True)] == [key.id, given.id]
    with refused(400, gitlab.exceptions.GitlabCreateError):
        theirs.create({"title": "again", "key": key.key})
    given.delete()
    key.delete()
    assert client.user.keys.list(get_all=True) == []
    with refused(403):
        client.users.get(user.id).keys.list(get_all=True)


def test_emails(root, someone):
    user, client = someone
    client.auth()
    email = client.user.emails.create({"email": f"{unique('address')}@example.org"})
    assert client.user.emails.get(email.id).email == email.email
    theirs = root.users.get(user.id).emails
    given = theirs.create({"email": f"{unique('address')}@example.org", "skip_confirmation": True})
    assert [each.id for each in theirs.list(get_all=True)] == [email.id, given.id]
    with refused(400, gitlab.exceptions.GitlabCreateError):
        theirs.create({"email": user.email})
    theirs.delete(given.id)
    email.delete()
    assert client.user.emails.list(get_all=True) == []
