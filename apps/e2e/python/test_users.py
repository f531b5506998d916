"""Users, as an admin and as themselves."""

import gitlab
import pytest
import requests
from conftest import URL, refused, unique


def test_who_am_i(someone):
    user, client = someone
    client.auth()
    assert client.user.id == user.id
    assert client.user.web_url == f"{URL}/{user.username}"
    assert client.user.email == user.email


def test_version(someone):
    version, revision = someone[1].version()
    assert version.startswith("10.4")
    assert revision != "unknown"


def test_create_read_change_delete(root):
    username = unique("made")
    user = root.users.create(
        {"username": username, "email": f"{username}@example.com", "name": "Made", "password": "secret-secret"}
    )
    assert root.users.get(user.id).username == username
    user.name = "Changed"
    user.bio = "a bio"
    user.location = "somewhere"
    user.organization = "some"
    user.save()
    read = root.users.get(user.id)
    assert (read.name, read.bio, read.location, read.organization) == ("Changed", "a bio", "somewhere", "some")
    user.delete()
    with refused(404, gitlab.exceptions.GitlabGetError):
        root.users.get(user.id)


def test_parameters_in_the_query(root):
    username = unique("query")
    query = {"username": username, "email": f"{username}@example.com", "name": "Query", "password": "secret-secret"}
    made = root.http_post("/users", query_data=query, post_data={})
    assert made["username"] == username


def test_refusals(root, someone):
    user, client = someone
    taken = {"username": unique("taken"), "email": user.email, "name": "Taken", "password": "secret-secret"}
    with refused(409, gitlab.exceptions.GitlabCreateError):
        root.users.create(taken)
    with refused(409, gitlab.exceptions.GitlabCreateError):
        root.users.create({**taken, "email": f"{unique('free')}@example.com", "username": user.username})
    with refused(400, gitlab.exceptions.GitlabCreateError) as info:
        root.users.create({"username": unique("empty"), "email": "", "name": "", "password": "x"})
    assert info.value.error_message
    with refused(403, gitlab.exceptions.GitlabCreateError):
        client.users.create({**taken, "email": f"{unique('free')}@example.com"})
    with refused(403, gitlab.exceptions.GitlabDeleteError):
        client.users.delete(user.id)
    with refused(404, gitlab.exceptions.GitlabGetError):
        client.users.get(99_999_999)
    with refused(401, gitlab.exceptions.GitlabAuthenticationError):
        gitlab.Gitlab(URL, private_token="no-such-token").auth()


def test_lists(root, someone, another):
    user, client = someone
    assert [each.id for each in client.users.list(username=user.username, get_all=True)] == [user.id]
    assert [each.id for each in root.users.list(search=user.email, get_all=True)] == [user.id]
    assert root.users.list(username=user.username[:-1], get_all=True) == []
    found = root.users.list(search=user.username.split("-")[1], active=True, get_all=True)
    assert user.id in [each.id for each in found]
    assert root.users.list(username=user.username, blocked=True, get_all=True) == []
    ids = [each.id for each in root.users.list(per_page=2, iterator=True)]
    assert ids == sorted(ids, reverse=True)
    assert {1, user.id, another[0].id} <= set(ids)


def test_pages(root, someone, another):
    page = root.users.list(iterator=True, per_page=1)
    assert page.per_page == 1
    assert page.total == page.total_pages >= 3
    assert page.current_page == 1
    assert page.prev_page is None
    assert page.next_page == 2
    keyset = root.users.list(iterator=True, per_page=2, pagination="keyset", order_by="id", sort="desc")
    ids = [each.id for each in keyset]
    assert ids == sorted(set(ids), reverse=True)
    assert another[0].id in ids


def test_block_and_unblock(root, make_user):
    user, client = make_user("blockee")
    assert user.block()
    assert root.users.get(user.id).state == "blocked"
    with refused(403):
        client.projects.list(get_all=False)
    assert user.unblock()
    assert root.users.get(user.id).state == "active"
    assert client.projects.list(owned=True, get_all=True) == []


def test_admins_and_external(root, make_user):
    user, client = make_user("promoted")
    with refused(403):
        client.settings.get()
    user.admin = True
    user.save()
    assert client.settings.get() is not None
    user.admin = False
    user.external = True
    user.save()
    with refused(403):
        client.settings.get()
    assert user.id in [each.id for each in root.users.list(external=True, get_all=True)]


def test_delete_with_everything(root, make_user):
    user, client = make_user("gone")
    project = client.projects.create({"name": unique("gone")})
    user.delete(hard_delete=True)
    with refused(404):
        root.projects.get(project.id)
    with refused(401, gitlab.exceptions.GitlabAuthenticationError):
        client.auth()


def test_avatar(root, someone, picture):
    user, client = someone
    user.avatar = picture.open("rb")
    user.save()
    url = client.users.get(user.id).avatar_url
    assert url.startswith(f"{URL}/uploads/-/system/user/avatar/{user.id}/")
    answer = requests.get(url, timeout=10)
    assert answer.content == picture.read_bytes()
    assert answer.headers["content-type"] == "image/png"


def test_sudo(root, someone):
    user, _client = someone
    assert root.http_get("/user", sudo=user.id)["username"] == user.username
    assert root.http_get("/user", sudo=user.username)["id"] == user.id
    project = root.projects.create({"name": unique("sudo")}, sudo=user.username)
    assert project.namespace["path"] == user.username
    with refused(404):
        root.projects.list(sudo="nobody-of-that-name", get_all=True)
    with refused(403):
        someone[1].projects.list(sudo=1, get_all=True)


def test_projects_of_a_user(root, someone):
    user, client = someone
    project = client.projects.create({"name": unique("of-user"), "visibility": "public"})
    assert project.id in [each.id for each in root.users.get(user.id).projects.list(get_all=True)]
    given = root.users.get(user.id).projects.create({"name": unique("given")})
    assert client.projects.get(given.id).namespace["path"] == user.username
    with refused(403):
        client.users.get(user.id).projects.create({"name": unique("denied")})


def test_custom_attributes(root, someone):
    user, client = someone
    record = root.users.get(user.id)
    value = unique("value")
    attribute = record.customattributes.set("colour", value)
    assert (attribute.key, attribute.value) == ("colour", value)
    assert record.customattributes.get("colour").value == value
    record.customattributes.set("size", "7")
    assert {each.key: each.value for each in record.customattributes.list(get_all=True)} == {"colour": value, "size": "7"}
    found = root.users.list(custom_attributes={"colour": value}, get_all=True)
    assert [each.id for each in found] == [user.id]
    assert root.users.list(custom_attributes={"colour": value, "size": "8"}, get_all=True) == []
    record.customattributes.delete("size")
    with refused(404):
        record.customattributes.get("size")
    with refused(403):
        client.users.get(user.id).customattributes.list(get_all=True)


@pytest.mark.parametrize("name", ["True", "true", 1])
def test_booleans(root, someone, name):
    assert root.users.list(username=someone[0].username, active=name, get_all=True)
