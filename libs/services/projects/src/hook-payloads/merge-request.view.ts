import { presentTimeStats } from '@hearth/issuable';
import type { MergeRequestFieldChanges } from '@hearth/merge-requests-contracts';
import type { MergeRequestFacts, PayloadMergeRequest } from './merge-request.facts.js';
import { presentPayloadCommit, presentPayloadProject, presentPayloadRepository } from './push.view.js';
import {
  presentChange,
  presentPayloadLabels,
  presentPayloadUser,
  presentPayloadUsers,
  type NamedRecords,
} from './record.view.js';

const STATE_IDS = { opened: 1, closed: 2, merged: 3, locked: 4 } as const;

/** Presents a change of a merge request as receivers get it. */
export function presentMergeRequestEvent({ subject, named, ...found }: MergeRequestFacts) {
  const { mergeRequest, target } = found;
  const { action, previousHeadSha, userId, changes } = subject;
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: presentPayloadUser(userId, named),
    project: presentPayloadProject(target, named),
    object_attributes: {
      ...presentPayloadMergeRequest(found, named),
      action,
      ...(previousHeadSha !== null && { oldrev: previousHeadSha }),
    },
    labels: presentPayloadLabels(mergeRequest.labelIds, named),
    changes: presentChanges(changes, named),
    repository: presentPayloadRepository(target, named),
    assignees: presentPayloadUsers(mergeRequest.assigneeIds, named),
    reviewers: presentPayloadUsers(mergeRequest.reviewerIds, named),
  };
}

/** Presents a merge request of an event. */
export function presentPayloadMergeRequest(
  { mergeRequest, target, source, lastCommit }: PayloadMergeRequest,
  named: NamedRecords,
) {
  const { baseUrl } = named;
  const { state, assigneeIds, sourceProjectId } = mergeRequest;
  const sourceUrl = `${baseUrl}/${source?.fullPath ?? ''}`;
  return {
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    title: mergeRequest.title,
    description: mergeRequest.description,
    state,
    state_id: STATE_IDS[state],
    source_branch: mergeRequest.sourceBranch,
    source_project_id: sourceProjectId,
    target_branch: mergeRequest.targetBranch,
    target_project_id: mergeRequest.targetProjectId,
    author_id: mergeRequest.authorId,
    assignee_id: assigneeIds[0] ?? null,
    assignee_ids: assigneeIds,
    reviewer_ids: mergeRequest.reviewerIds,
    labels: presentPayloadLabels(mergeRequest.labelIds, named),
    milestone_id: mergeRequest.milestoneId,
    draft: mergeRequest.draft,
    work_in_progress: mergeRequest.draft,
    discussion_locked: mergeRequest.discussionLocked,
    merge_commit_sha: mergeRequest.mergeCommitSha,
    merge_status: mergeRequest.mergeStatus,
    merge_when_pipeline_succeeds: mergeRequest.mergeWhenPipelineSucceeds,
    merge_user_id: mergeRequest.mergeUserId,
    created_at: mergeRequest.createdAt,
    updated_at: mergeRequest.updatedAt,
    url: `${baseUrl}/${target.fullPath}/merge_requests/${mergeRequest.iid}`,
    source: source && presentPayloadProject(source, named),
    target: presentPayloadProject(target, named),
    last_commit: lastCommit && presentPayloadCommit(lastCommit, sourceUrl),
    ...presentTimeStats(mergeRequest),
  };
}

function presentChanges(changes: MergeRequestFieldChanges, named: NamedRecords) {
  return {
    title: changes.title,
    description: changes.description,
    target_branch: changes.targetBranch,
    milestone_id: changes.milestoneId,
    discussion_locked: changes.discussionLocked,
    assignees: presentChange(changes.assigneeIds, (ids) => presentPayloadUsers(ids, named)),
    reviewers: presentChange(changes.reviewerIds, (ids) => presentPayloadUsers(ids, named)),
    labels: presentChange(changes.labelIds, (ids) => presentPayloadLabels(ids, named)),
  };
}
