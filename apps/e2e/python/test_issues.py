"""Issues with their notes and awards, labels, milestones, and snippets."""

import pytest
from conftest import refused, unique
from gitlab.const import AccessLevel


@pytest.fixture(scope="module")
def project(someone, another):
    project = someone[1].projects.create({"name": unique("tracker")})
    project.members.create({"user_id": another[0].id, "access_level": AccessLevel.GUEST})
    return project


@pytest.fixture
def issue(project):
    return project.issues.create({"title": unique("issue"), "description": "Text"})


def test_change_and_delete(project, issue, another):
    issue.labels = ["bug", "two words"]
    issue.assignee_ids = [another[0].id]
    issue.state_event = "close"
    issue.save()
    read = project.issues.get(issue.iid)
    assert (read.state, read.labels) == ("closed", ["bug", "two words"])
    assert [each["id"] for each in read.assignees] == [another[0].id]
    issue.delete()
    with refused(404):
        project.issues.get(issue.iid)


def test_lists(someone, project):
    title = unique("searched")
    made = [project.issues.create({"title": title, "labels": labels}).id for labels in (["x"], ["x", "y"])]
    assert sorted(each.id for each in project.issues.list(search=title, get_all=True)) == made
    assert [each.id for each in project.issues.list(labels=["x", "y"], get_all=True)] == made[1:]
    assert sorted(each.id for each in someone[1].issues.list(search=title, per_page=1, iterator=True)) == made
    assert project.issues.list(search=title, state="closed", get_all=True) == []


def test_lists_of_a_group(someone):
    path = unique("trackers")
    group = someone[1].groups.create({"name": path, "path": path})
    project = someone[1].projects.create({"name": unique("grouped"), "namespace_id": group.id})
    issue = project.issues.create({"title": "one"})
    assert [each.id for each in group.issues.list(get_all=True)] == [issue.id]


def test_confidential(another, project):
    hidden = project.issues.create({"title": "hidden", "confidential": True})
    theirs = another[1].projects.get(project.id)
    with refused(404):
        theirs.issues.get(hidden.iid)
    with refused(404):
        theirs.issues.get(hidden.iid, lazy=True).notes.create({"body": "x"})


def test_subscribe_and_participants(root, someone, another, project, issue):
    theirs = another[1].projects.get(project.id).issues.get(issue.iid)
    theirs.subscribe()
    assert another[1].projects.get(project.id).issues.get(issue.iid).subscribed
    theirs.unsubscribe()
    assert [each["id"] for each in issue.participants()] == [someone[0].id]
    assert "user_agent" in root.projects.get(project.id).issues.get(issue.iid).user_agent_detail()


def test_notes_and_awards(another, project, issue):
    theirs = another[1].projects.get(project.id).issues.get(issue.iid)
    note = theirs.notes.create({"body": "First"})
    note.body = "Changed"
    note.save()
    assert issue.notes.get(note.id).body == "Changed"
    award = theirs.awardemojis.create({"name": "thumbsdown"})
    noted = issue.notes.get(note.id).awardemojis.create({"name": "tada"})
    assert [each.name for each in issue.notes.get(note.id).awardemojis.list(get_all=True)] == ["tada"]
    assert project.issues.get(issue.iid).downvotes == 1
    with refused(401):
        theirs.notes.get(note.id).awardemojis.delete(noted.id)
    award.delete()
    note.delete()
    assert issue.notes.list(get_all=True) == []


def test_notes_of_the_system(project, issue):
    label = project.labels.create({"name": unique("new"), "color": "#fff"})
    note = issue.notes.create({"body": f"Done\n/label ~{label.name}\n/close"})
    issue.description = "New"
    issue.save()
    told = [each.body for each in issue.notes.list(sort="asc", order_by="created_at", get_all=True) if each.system]
    assert (note.body, told) == ("Done", [f"added ~{label.id} label", "closed", "changed the description"])


def test_labels(another, project):
    name = unique("label")
    label = project.labels.create({"name": name, "color": "#FFAABB", "description": "Wrong"})
    assert project.labels.get(label.id).name == name
    label.new_name, label.color = f"{name} 2", "#000000"
    label.save()
    label = project.labels.get(f"{name} 2")
    label.subscribe()
    assert project.labels.get(label.id).subscribed
    with refused(409):
        project.labels.create({"name": f"{name} 2", "color": "#fff"})
    with refused(403):
        another[1].projects.get(project.id).labels.create({"name": "x", "color": "#fff"})
    project.labels.delete(f"{name} 2")
    with refused(404):
        project.labels.get(label.id)


def test_milestones(project):
    milestone = project.milestones.create({"title": unique("v"), "due_date": "2030-01-31"})
    issue = project.issues.create({"title": "planned", "milestone_id": milestone.id})
    assert [each.id for each in milestone.issues(get_all=True)] == [issue.id]
    milestone.state_event = "close"
    milestone.save()
    assert project.milestones.get(milestone.id).state == "closed"
    assert milestone.id in [each.id for each in project.milestones.list(state="closed", get_all=True)]
    milestone.delete()
    assert project.issues.get(issue.iid).milestone is None


def test_milestones_of_groups(someone):
    path = unique("planners")
    group = someone[1].groups.create({"name": path, "path": path})
    milestone = group.milestones.create({"title": "v1"})
    project = someone[1].projects.create({"name": unique("planned"), "namespace_id": group.id})
    issue = project.issues.create({"title": "planned", "milestone_id": milestone.id})
    assert [each.id for each in milestone.issues(get_all=True)] == [issue.id]


def test_snippets_of_projects(another, project):
    given = {"title": "One", "file_name": "a.txt", "content": "The\ntext\n", "visibility": "private"}
    snippet = project.snippets.create(given)
    theirs = another[1].projects.get(project.id).snippets.get(snippet.id)
    assert theirs.content() == b"The\ntext\n"
    note = theirs.notes.create({"body": "Nice"})
    assert [each.id for each in project.snippets.get(snippet.id).notes.list(get_all=True)] == [note.id]
    project.snippets.update(snippet.id, {"content": "New", "description": "Changed"})
    assert project.snippets.get(snippet.id).content() == b"New"
    with refused(403):
        theirs.delete()
    project.snippets.delete(snippet.id)
    with refused(404):
        project.snippets.get(snippet.id)


def test_personal_snippets(someone, another):
    client = someone[1]
    given = {"title": "Mine", "file_name": "a.txt", "content": "Text", "visibility": "private"}
    snippet = client.snippets.create(given)
    assert snippet.id in [each.id for each in client.snippets.list(get_all=True)]
    with refused(404):
        another[1].snippets.get(snippet.id)
    snippet.visibility = "public"
    snippet.save()
    assert another[1].snippets.get(snippet.id).content() == b"Text"
    assert snippet.id in [each.id for each in another[1].snippets.list_public(iterator=True)]
    snippet.delete()
    with refused(404):
        client.snippets.get(snippet.id)
