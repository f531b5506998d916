"""Settings of the instance: read, changed and put back; other tests rely on them."""

from conftest import refused, unique


def test_read_and_change(root):
    settings = root.settings.get()
    before = settings.default_projects_limit
    settings.default_projects_limit = 77
    settings.save()
    try:
        assert root.settings.get().default_projects_limit == 77
        username = unique("limited")
        email = f"{username}@example.com"
        user = root.users.create({"username": username, "email": email, "name": "Limited", "password": "secret-secret"})
        assert user.projects_limit == 77
    finally:
        settings.default_projects_limit = before
        settings.save()
    assert root.settings.get().default_projects_limit == before


def test_refusals(root, someone):
    settings = root.settings.get()
    settings.default_projects_limit = "many"
    with refused(400):
        settings.save()
    with refused(403):
        someone[1].settings.get()
