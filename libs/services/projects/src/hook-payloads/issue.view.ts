import { presentTimeStats } from '@hearth/issuable';
import type { IssueFieldChanges } from '@hearth/projects-contracts';
import type { IssueFacts } from './issue.facts.js';
import type { PayloadIssue, PayloadProject } from './payloads.store.js';
import { presentPayloadProject } from './push.view.js';
import {
  presentChange,
  presentPayloadLabels,
  presentPayloadUser,
  presentPayloadUsers,
  presentShortRepository,
  type NamedRecords,
} from './record.view.js';

const STATE_IDS = { opened: 1, closed: 2 } as const;

/** Presents a change of an issue as receivers get it. */
export function presentIssueEvent({ subject, issue, project, named }: IssueFacts) {
  const assignees = presentPayloadUsers(issue.assigneeIds, named);
  return {
    object_kind: 'issue',
    event_type: issue.confidential ? 'confidential_issue' : 'issue',
    user: presentPayloadUser(subject.userId, named),
    project: presentPayloadProject(project, named),
    object_attributes: { ...presentPayloadIssue(issue, project, named), action: subject.action },
    labels: presentPayloadLabels(issue.labelIds, named),
    changes: presentChanges(subject.changes, named),
    repository: presentShortRepository(project, named),
    assignees,
    assignee: assignees[0] ?? null,
  };
}

/** Presents an issue of an event. */
export function presentPayloadIssue(issue: PayloadIssue, project: PayloadProject, named: NamedRecords) {
  const { state, assigneeIds } = issue;
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.projectId,
    title: issue.title,
    description: issue.description,
    state,
    state_id: STATE_IDS[state],
    confidential: issue.confidential,
    discussion_locked: issue.discussionLocked,
    due_date: issue.dueDate,
    milestone_id: issue.milestoneId,
    author_id: issue.authorId,
    assignee_id: assigneeIds[0] ?? null,
    assignee_ids: assigneeIds,
    labels: presentPayloadLabels(issue.labelIds, named),
    created_at: issue.createdAt.toISOString(),
    updated_at: issue.updatedAt.toISOString(),
    closed_at: issue.closedAt?.toISOString() ?? null,
    url: `${named.baseUrl}/${project.fullPath}/issues/${issue.iid}`,
    ...presentTimeStats(issue),
  };
}

function presentChanges(changes: IssueFieldChanges, named: NamedRecords) {
  return {
    title: changes.title,
    description: changes.description,
    confidential: changes.confidential,
    discussion_locked: changes.discussionLocked,
    due_date: changes.dueDate,
    milestone_id: changes.milestoneId,
    assignees: presentChange(changes.assigneeIds, (ids) => presentPayloadUsers(ids, named)),
    labels: presentChange(changes.labelIds, (ids) => presentPayloadLabels(ids, named)),
  };
}
