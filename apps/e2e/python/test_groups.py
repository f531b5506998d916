"""Groups, subgroups, their members, and namespaces."""

import pytest
import requests
from conftest import refused, unique
from gitlab.const import AccessLevel


def make_group(client, prefix="group", **more):
    path = unique(prefix)
    return client.groups.create({"name": f"The {path}", "path": path, **more})


@pytest.fixture(scope="module")
def group(someone):
    return make_group(someone[1], visibility="private")


def test_create_and_read(someone, group):
    client = someone[1]
    assert client.groups.get(group.id).attributes == client.groups.get(group.full_path).attributes
    assert (group.full_path, group.parent_id, group.visibility) == (group.path, None, "private")
    assert group.members.get(someone[0].id).access_level == AccessLevel.OWNER


def test_refusals(someone, another, group):
    with refused(400):
        someone[1].groups.create({"name": "again", "path": group.path})
    with refused(400):
        someone[1].groups.create({"name": "no path", "path": "-"})
    with refused(404) as info:
        another[1].groups.get(group.id)
    assert info.value.error_message == "404 Group Not Found"
    with refused(404):
        another[1].groups.delete(group.id)


def test_change(someone):
    group = make_group(someone[1])
    name = unique("The renamed")
    group.name, group.path, group.description = name, unique("renamed"), "Changed by python"
    group.save()
    read = someone[1].groups.get(group.path)
    assert (read.id, read.name, read.description) == (group.id, name, "Changed by python")


def test_subgroups(someone, another, group):
    client = someone[1]
    below = make_group(client, "below", parent_id=group.id)
    assert below.full_path == f"{group.path}/{below.path}"
    assert below.full_name == f"{group.name} / {below.name}"
    assert [each.id for each in group.subgroups.list(get_all=True)] == [below.id]
    project = client.projects.create({"name": unique("deep"), "namespace_id": below.id})
    group.members.create({"user_id": another[0].id, "access_level": AccessLevel.REPORTER})
    assert another[1].projects.get(project.path_with_namespace).id == project.id
    assert below.members_all.get(another[0].id).access_level == AccessLevel.REPORTER
    with refused(404):
        below.members.get(another[0].id)
    group.members.delete(another[0].id)
    with refused(404):
        another[1].projects.get(project.id)


def test_lists(root, someone, group):
    client = someone[1]
    assert group.id in [each.id for each in client.groups.list(owned=True, get_all=True)]
    assert [each.id for each in client.groups.list(search=group.path, get_all=True)] == [group.id]
    assert client.groups.list(search=group.path, skip_groups=[group.id], get_all=True) == []
    paths = [each.path for each in client.groups.list(owned=True, order_by="path", sort="desc", get_all=True)]
    assert paths == sorted(paths, reverse=True)
    assert group.id in [each.id for each in root.groups.list(per_page=1, iterator=True)]


def test_projects(someone, group):
    client = someone[1]
    project = client.projects.create({"name": unique("housed"), "namespace_id": group.id})
    assert [each.id for each in group.projects.list(search=project.name, get_all=True)] == [project.id]
    assert group.projects.list(archived=True, get_all=True) == []


def test_transfer_a_project(root, someone, group):
    project = someone[1].projects.create({"name": unique("moving")})
    root.groups.get(group.id).transfer_project(project.id)
    assert someone[1].projects.get(project.id).namespace["id"] == group.id


def test_members(someone, another, group):
    user, client = another
    member = group.members.create({"user_id": user.id, "access_level": AccessLevel.GUEST})
    assert client.groups.get(group.id).id == group.id
    assert [each.id for each in group.members.list(query=user.username, get_all=True)] == [user.id]
    member.access_level = AccessLevel.OWNER
    member.save()
    assert group.members.get(user.id).access_level == 50
    with refused(409):
        group.members.create({"user_id": user.id, "access_level": 10})
    member.delete()
    with refused(404):
        client.groups.get(group.id)


def test_access_requests(someone, make_user):
    group = make_group(someone[1], visibility="public", request_access_enabled=True)
    asker, theirs = make_user("asker")
    theirs.groups.get(group.id).accessrequests.create({})
    (request,) = group.accessrequests.list(get_all=True)
    assert request.id == asker.id
    request.approve()
    assert group.members.get(asker.id).access_level == AccessLevel.DEVELOPER


def test_custom_attributes(root, someone, group):
    record = root.groups.get(group.id)
    value = unique("value")
    record.customattributes.set("unit", value)
    assert record.customattributes.get("unit").value == value
    assert [each.id for each in root.groups.list(custom_attributes={"unit": value}, get_all=True)] == [group.id]
    record.customattributes.delete("unit")
    with refused(404):
        record.customattributes.get("unit")
    with refused(403):
        group.customattributes.list(get_all=True)


def test_avatar(someone, picture):
    group = make_group(someone[1], visibility="public")
    group.avatar = picture.open("rb")
    group.save()
    url = someone[1].groups.get(group.id).avatar_url
    assert requests.get(url, timeout=10).content == picture.read_bytes()


def test_delete_with_everything_below(someone):
    client = someone[1]
    group = make_group(client)
    below = make_group(client, "below", parent_id=group.id)
    project = client.projects.create({"name": unique("deep"), "namespace_id": below.id})
    group.delete()
    for gone in (lambda: client.groups.get(group.id), lambda: client.groups.get(below.id), lambda: client.projects.get(project.id)):
        with refused(404):
            gone()


def test_namespaces(root, someone, group):
    user, client = someone
    mine = client.namespaces.list(get_all=True)
    assert {(each.kind, each.full_path) for each in mine} >= {("user", user.username), ("group", group.full_path)}
    assert [each.full_path for each in client.namespaces.list(search=group.path, get_all=True)] == [group.full_path]
    assert client.namespaces.get(group.id).full_path == group.full_path
    assert client.namespaces.get(user.username).kind == "user"
    assert user.username in [each.path for each in root.namespaces.list(search=user.username, get_all=True)]
