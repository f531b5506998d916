"""Merge requests with their commits, versions, pipelines, notes and awards."""

import time

import gitlab
import pytest
from conftest import refused, unique
from gitlab.const import AccessLevel

PATIENCE_SECONDS = 30


def commit(project, branch, file, content="text\n", **more):
    action = {"action": "create", "file_path": file, "content": content}
    return project.commits.create({"branch": branch, "commit_message": f"Add {file}", "actions": [action], **more})


def eventually(what, condition):
    """What the condition returns as soon as it is true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen in time")


@pytest.fixture(scope="module")
def project(someone, another):
    project = someone[1].projects.create({"name": unique("merging")})
    project.members.create({"user_id": another[0].id, "access_level": AccessLevel.REPORTER})
    commit(project, "main", "readme.md")
    return project


@pytest.fixture
def merge_request(project):
    branch = unique("topic")
    commit(project, branch, f"{branch}.md", start_branch="main")
    return project.mergerequests.create({"source_branch": branch, "target_branch": "main", "title": branch})


def test_change_and_delete(project, merge_request, another):
    merge_request.labels = ["a", "b"]
    merge_request.assignee_id = another[0].id
    merge_request.state_event = "close"
    merge_request.save()
    read = project.mergerequests.get(merge_request.iid)
    assert (read.state, read.labels, read.assignee["id"]) == ("closed", ["a", "b"], another[0].id)
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    with refused(403):
        theirs.delete()
    merge_request.delete()
    with refused(404):
        project.mergerequests.get(merge_request.iid)


def test_lists(someone, another, project, merge_request):
    title = unique("searched")
    merge_request.title = title
    merge_request.save()
    assert [each.iid for each in project.mergerequests.list(search=title, get_all=True)] == [merge_request.iid]
    assert [each.id for each in someone[1].mergerequests.list(search=title, iterator=True)] == [merge_request.id]
    assert project.mergerequests.list(search=title, state="closed", get_all=True) == []
    assert another[1].mergerequests.list(search=title, get_all=True) == []
    assert len(another[1].mergerequests.list(search=title, scope="all", get_all=True)) == 1


def test_commits_changes_and_versions(project, merge_request):
    branch = merge_request.source_branch
    second = commit(project, branch, f"{branch}-2.md")
    eventually("the version", lambda: project.mergerequests.get(merge_request.iid).sha == second.id)
    assert [each.id for each in merge_request.commits()] == [second.id, merge_request.sha]
    assert [each["new_path"] for each in merge_request.changes()["changes"]] == [f"{branch}-2.md", f"{branch}.md"]
    newest, first = merge_request.diffs.list(get_all=True)
    assert (newest.head_commit_sha, first.head_commit_sha) == (second.id, merge_request.sha)
    assert [each["new_path"] for each in merge_request.diffs.get(first.id).diffs] == [f"{branch}.md"]
    [note] = merge_request.notes.list(get_all=True)
    assert note.body.startswith(f"added 1 commit\n\n* {second.short_id} - Add {branch}-2.md\n")


def test_merge_when_pipeline_succeeds(project, another, merge_request):
    branch, sha = merge_request.source_branch, merge_request.sha
    on_head = project.commits.get(sha).statuses
    on_head.create({"state": "pending", "ref": branch, "name": "ci"})
    merge_request.merge(merge_when_pipeline_succeeds=True)
    assert project.mergerequests.get(merge_request.iid).merge_when_pipeline_succeeds
    merge_request.cancel_merge_when_pipeline_succeeds()
    with refused(406):
        merge_request.cancel_merge_when_pipeline_succeeds()
    merge_request.merge(merge_when_pipeline_succeeds=True)
    on_head.create({"state": "success", "ref": branch, "name": "ci"})
    eventually("the merge", lambda: project.mergerequests.get(merge_request.iid).state == "merged")
    [pipeline] = merge_request.pipelines.list(get_all=True)
    assert (pipeline.sha, pipeline.ref, pipeline.status) == (sha, branch, "success")
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    assert [each.id for each in theirs.pipelines.list(get_all=True)] == [pipeline.id]


def test_merge_conflict_and_refusals(project, another, merge_request):
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    with refused(401):
        theirs.merge()
    with refused(409, gitlab.exceptions.GitlabMRClosedError):
        merge_request.merge(sha="0" * 40)
    commit(project, "main", f"{merge_request.source_branch}.md", content="another text\n")
    assert project.mergerequests.get(merge_request.iid).merge_status == "cannot_be_merged"
    with refused(405, gitlab.exceptions.GitlabMRClosedError):
        merge_request.merge()


def test_notes_awards_and_quick_actions(project, another, merge_request):
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    note = theirs.notes.create({"body": "First"})
    note.body = "Changed"
    note.save()
    assert merge_request.notes.get(note.id).body == "Changed"
    theirs.awardemojis.create({"name": "thumbsup"})
    merge_request.notes.create({"body": f"Done\n/assign @{another[0].username}\n/close"})
    read = project.mergerequests.get(merge_request.iid)
    assert (read.state, read.upvotes, read.assignee["id"]) == ("closed", 1, another[0].id)
    assert [each["id"] for each in read.participants()] == sorted([read.author["id"], another[0].id])
    note.delete()


def test_subscribe_and_closed_issues(project, merge_request):
    issue = project.issues.create({"title": "wrong"})
    merge_request.description = f"Closes #{issue.iid}"
    merge_request.save()
    assert [each.iid for each in merge_request.closes_issues()] == [issue.iid]
    merge_request.unsubscribe()
    assert not project.mergerequests.get(merge_request.iid).subscribed
    merge_request.subscribe()
    merge_request.merge(merge_commit_message="By hand", should_remove_source_branch=True)
    merged = project.mergerequests.get(merge_request.iid)
    assert project.commits.get(merged.merge_commit_sha).message.strip() == "By hand"
    eventually("the issue", lambda: project.issues.get(issue.iid).state == "closed")


def test_discussions(project, another, merge_request):
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    file = f"{merge_request.source_branch}.md"
    line = {"position_type": "text", "new_path": file, "new_line": 1, **merge_request.diff_refs}
    discussion = theirs.discussions.create({"body": "Why?", "position": line})
    first = discussion.attributes["notes"][0]
    assert (first["type"], first["position"]["new_line"], first["resolved"]) == ("DiffNote", 1, False)
    with refused(400):
        theirs.discussions.create({"body": "Where?", "position": {**line, "new_line": 7}})
    mine = merge_request.discussions.get(discussion.id)
    mine.notes.create({"body": "Because."})
    mine.resolved = True
    mine.save()
    read = merge_request.discussions.get(discussion.id)
    assert [note["resolved"] for note in read.attributes["notes"]] == [True, True]
    assert "resolved all discussions" in [note.body for note in merge_request.notes.list(get_all=True)]


def test_draft_notes(another, merge_request, project):
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    drafts = merge_request.draft_notes
    first, second = [drafts.create({"note": text}) for text in ("One", "Two")]
    first.note = "First"
    first.save()
    drafts.create({"note": "Three"}).delete()
    assert [draft.note for draft in drafts.list(get_all=True)] == ["First", "Two"]
    assert theirs.draft_notes.list(get_all=True) == []
    second.publish()
    drafts.bulk_publish()
    assert [note.body for note in theirs.notes.list(get_all=True, sort="asc") if not note.system] == ["Two", "First"]


def test_approvals(project, another, merge_request):
    member = project.members.get(another[0].id)
    member.access_level = AccessLevel.DEVELOPER
    member.save()
    settings = project.approvals.get()
    settings.approvals_before_merge = 1
    settings.disable_overriding_approvers_per_merge_request = False
    settings.save()
    rules = merge_request.approval_rules
    own = rules.create({"name": "own", "approvals_required": 2, "user_ids": [another[0].id]})
    assert merge_request.approval_state.get().approval_rules_overwritten is True
    own.approvals_required = 1
    own.save()
    assert [rule.approvals_required for rule in rules.list(get_all=True)] == [1]
    with refused(401):
        merge_request.approve()
    with refused(405):
        merge_request.merge()
    theirs = another[1].projects.get(project.id).mergerequests.get(merge_request.iid)
    theirs.approve(sha=merge_request.sha)
    approvals = merge_request.approvals.get()
    assert (approvals.approved, approvals.approved_by[0]["user"]["id"]) == (True, another[0].id)
    assert merge_request.merge()["state"] == "merged"
    settings.approvals_before_merge = 0
    settings.disable_overriding_approvers_per_merge_request = True
    settings.save()


def test_rebase(project, merge_request):
    newer = commit(project, "main", unique("newer"))
    tried = project.commits.get(merge_request.merge_ref()["commit_id"])
    assert tried.parent_ids == [newer.id, merge_request.sha]
    merge_request.rebase()
    read = lambda: project.mergerequests.get(merge_request.iid, include_rebase_in_progress=True)  # noqa: E731
    rebased = eventually("the rebase", lambda: (found := read()).rebase_in_progress is False and found)
    assert rebased.merge_error is None and rebased.sha != merge_request.sha
    assert project.commits.get(rebased.sha).parent_ids == [newer.id]
    assert f"+++ b/{merge_request.source_branch}.md" in merge_request.manager.gitlab.http_get(
        f"{merge_request.manager.path}/{merge_request.iid}/raw_diffs"
    ).text


def test_time_tracking(project, merge_request):
    assert merge_request.time_estimate("1d 2h")["human_time_estimate"] == "1d 2h"
    assert merge_request.add_spent_time("30m")["total_time_spent"] == 1800
    assert project.mergerequests.get(merge_request.iid).time_stats()["time_estimate"] == 36000
    assert merge_request.reset_spent_time()["total_time_spent"] == 0


def test_resource_events(project, merge_request):
    milestone = project.milestones.create({"title": unique("v")})
    merge_request.labels, merge_request.milestone_id = ["bug"], milestone.id
    merge_request.save()
    merge_request.state_event = "close"
    merge_request.save()
    label = merge_request.resourcelabelevents.list()[0]
    assert merge_request.resourcelabelevents.get(label.id).label["name"] == "bug"
    assert merge_request.resourcemilestoneevents.list()[0].milestone["id"] == milestone.id
    assert [event.state for event in merge_request.resourcestateevents.list()] == ["closed"]
