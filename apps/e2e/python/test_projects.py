"""Projects, their members, requests for access, and shares."""

import gitlab
import pytest
import requests
from conftest import URL, refused, unique
from gitlab.const import AccessLevel


@pytest.fixture(scope="module")
def project(someone):
    return someone[1].projects.create({"name": unique("project"), "description": "Made by python", "visibility": "private"})


@pytest.fixture(scope="module")
def group(someone):
    path = unique("house")
    return someone[1].groups.create({"name": path, "path": path, "visibility": "private"})


def test_read(someone, project):
    user, client = someone
    by_id, by_path = client.projects.get(project.id), client.projects.get(f"{user.username}/{project.path}")
    assert by_id.attributes == by_path.attributes
    assert by_id.path_with_namespace == f"{user.username}/{project.path}"
    assert by_id.http_url_to_repo == f"{URL}/{user.username}/{project.path}.git"
    assert by_id.permissions["project_access"]["access_level"] == AccessLevel.MAINTAINER
    assert client.projects.get(project.id, statistics=True).statistics["commit_count"] == 0


def test_change(someone, project):
    project.description = "Changed by python"
    project.tag_list = ["one", "two"]
    project.issues_enabled = False
    project.save()
    read = someone[1].projects.get(project.id)
    assert (read.description, sorted(read.tag_list), read.issues_enabled) == ("Changed by python", ["one", "two"], False)


def test_rename(someone):
    user, client = someone
    project = client.projects.create({"name": unique("old")})
    old, project.path = project.path, unique("new")
    project.save()
    assert client.projects.get(f"{user.username}/{project.path}").id == project.id
    with refused(404):
        client.projects.get(f"{user.username}/{old}")


def test_create_in_a_group(someone, group):
    made = someone[1].projects.create({"name": unique("inside"), "namespace_id": group.id})
    assert made.path_with_namespace.startswith(f"{group.full_path}/")
    assert made.id in [each.id for each in group.projects.list(get_all=True)]


def test_refusals(someone, another, project):
    client = someone[1]
    with refused(400, gitlab.exceptions.GitlabCreateError) as info:
        client.projects.create({"name": project.name})
    assert "has already been taken" in str(info.value)
    with refused(404, gitlab.exceptions.GitlabGetError) as info:
        another[1].projects.get(project.id)
    assert info.value.error_message == "404 Project Not Found"
    with refused(404):
        another[1].projects.delete(project.id)
    with refused(401, gitlab.exceptions.GitlabAuthenticationError):
        gitlab.Gitlab(URL).projects.create({"name": unique("anonymous")})


def test_lists(someone, project):
    client = someone[1]
    ids = lambda **query: [each.id for each in client.projects.list(get_all=True, **query)]
    assert project.id in ids(owned=True)
    assert project.id in ids(membership=True, visibility="private")
    assert project.id not in ids(visibility="public")
    assert ids(search=project.name) == [project.id]
    simple = client.projects.list(search=project.name, simple=True, get_all=True)
    assert not hasattr(simple[0], "visibility")
    names = [each.name for each in client.projects.list(owned=True, order_by="name", sort="asc", get_all=True)]
    assert names == sorted(names)
    all_pages = [each.id for each in client.projects.list(owned=True, per_page=1, iterator=True)]
    assert sorted(all_pages) == sorted(ids(owned=True))
    keyset = client.projects.list(owned=True, per_page=1, pagination="keyset", order_by="id", iterator=True)
    assert sorted(each.id for each in keyset) == sorted(all_pages)


def test_star_and_unstar(another, someone, make_user):
    shown = someone[1].projects.create({"name": unique("starred"), "visibility": "public"})
    client = another[1]
    starred = client.projects.get(shown.id)
    starred.star()
    assert client.projects.get(shown.id).star_count == 1
    assert shown.id in [each.id for each in client.projects.list(starred=True, get_all=True)]
    starred.unstar()
    assert client.projects.get(shown.id).star_count == 0


def test_archive_and_unarchive(someone):
    client = someone[1]
    project = client.projects.create({"name": unique("archived")})
    project.archive()
    assert client.projects.get(project.id).archived
    assert project.id in [each.id for each in client.projects.list(archived=True, get_all=True)]
    assert project.id not in [each.id for each in client.projects.list(archived=False, get_all=True)]
    project.unarchive()
    assert not client.projects.get(project.id).archived


def test_transfer(someone, group):
    client = someone[1]
    project = client.projects.create({"name": unique("moved")})
    project.transfer(group.id)
    moved = client.projects.get(project.id)
    assert moved.path_with_namespace == f"{group.full_path}/{project.path}"


def test_members(someone, another, project):
    user, client = another
    member = project.members.create({"user_id": user.id, "access_level": AccessLevel.DEVELOPER, "expires_at": "2099-01-01"})
    assert (member.access_level, member.expires_at) == (30, "2099-01-01")
    assert client.projects.get(project.id).id == project.id
    assert user.id in [each.id for each in project.members.list(get_all=True)]
    assert [each.id for each in project.members.list(query=user.username, get_all=True)] == [user.id]
    assert user.id in [each.id for each in project.members_all.list(get_all=True)]
    assert project.members_all.get(user.id).access_level == 30
    assert user.id in [each.id for each in project.users.list(get_all=True)]
    member.access_level = AccessLevel.REPORTER
    member.save()
    assert project.members.get(user.id).access_level == 20
    with refused(409):
        project.members.create({"user_id": user.id, "access_level": "40"})
    with refused(403):
        client.projects.get(project.id).members.create({"user_id": someone[0].id, "access_level": 40})
    member.delete()
    with refused(404):
        project.members.get(user.id)
    with refused(404):
        client.projects.get(project.id)


def test_access_requests(someone, make_user):
    client = someone[1]
    project = client.projects.create({"name": unique("asked"), "visibility": "public", "request_access_enabled": True})
    asker, theirs = make_user("asker")
    theirs.projects.get(project.id).accessrequests.create({})
    (request,) = project.accessrequests.list(get_all=True)
    assert request.id == asker.id
    request.approve(access_level=AccessLevel.REPORTER)
    assert project.members.get(asker.id).access_level == 20
    second, their_own = make_user("asker")
    their_own.projects.get(project.id).accessrequests.create({})
    project.accessrequests.delete(second.id)
    assert project.accessrequests.list(get_all=True) == []


def test_share_and_unshare(someone, another, make_user):
    project = someone[1].projects.create({"name": unique("shared")})
    user, client = make_user("guest")
    path = unique("guests")
    guests = someone[1].groups.create({"name": path, "path": path})
    guests.members.create({"user_id": user.id, "access_level": AccessLevel.DEVELOPER})
    with refused(404):
        client.projects.get(project.id)
    project.share(guests.id, AccessLevel.REPORTER)
    shared = client.projects.get(project.id)
    assert [each["group_id"] for each in someone[1].projects.get(project.id).shared_with_groups] == [guests.id]
    with refused(403):
        shared.members.create({"user_id": another[0].id, "access_level": 10})
    project.unshare(guests.id)
    with refused(404):
        client.projects.get(project.id)


def test_custom_attributes(root, someone, project):
    record = root.projects.get(project.id)
    value = unique("value")
    assert record.customattributes.set("team", value).value == value
    assert record.customattributes.get("team").value == value
    assert [each.key for each in record.customattributes.list(get_all=True)] == ["team"]
    assert [each.id for each in root.projects.list(custom_attributes={"team": value}, get_all=True)] == [project.id]
    record.customattributes.delete("team")
    assert record.customattributes.list(get_all=True) == []
    with refused(403):
        project.customattributes.list(get_all=True)


def test_avatar(someone, picture):
    project = someone[1].projects.create({"name": unique("pictured"), "visibility": "public"})
    project.avatar = picture.open("rb")
    project.save()
    url = someone[1].projects.get(project.id).avatar_url
    assert requests.get(url, timeout=10).content == picture.read_bytes()


def test_delete(someone):
    client = someone[1]
    project = client.projects.create({"name": unique("deleted")})
    project.delete()
    with refused(404):
        client.projects.get(project.id)
    again = client.projects.create({"name": project.name})
    assert again.id > project.id
