import { ProjectId, auditRecordedEvent, defineEvent, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';
import { IssueReference } from './types.js';

/** A merge request was merged: accepted, or by a push to its target branch that contained its head. */
export const MergeRequestMergedEvent = defineEvent({
  name: 'merge-requests.merge-request-merged',
  data: z.object({
    /** The target. */
    projectId: ProjectId,
    mergeRequestId: z.int(),
    iid: z.int(),
    targetBranch: z.string(),
    /** Actor of the merge or push, whose permissions decide which issues are closed. */
    userId: z.int(),
    /** The merged head of the source branch. */
    sha: z.string(),
    /** Null when it was merged by a push, or by a fast-forward. */
    mergeCommit: z.string().nullable(),
    /** The issues that it closes if that is the default branch; at most 100. */
    closing: z.array(IssueReference),
  }),
  key: ({ projectId }) => projectId,
});

/** The title, description or a note of a merge request names issues: each of them notes it, once for each merge request. */
export const IssuesMentionedEvent = defineEvent({
  name: 'merge-requests.mentioned',
  data: z.object({
    /** The target of the merge request. */
    projectId: ProjectId,
    iid: z.int(),
    /** Author; issues that they may not read are left out. */
    userId: z.int(),
    /** At most 100. */
    issues: z.array(IssueReference),
  }),
  key: ({ projectId }) => projectId,
});

/** A merge request as its events describe it; reactions read the present state. */
const Changed = z.object({
  /** The target. */
  projectId: ProjectId,
  mergeRequestId: z.int(),
  iid: z.int(),
  sourceProjectId: ProjectId,
  sourceBranch: z.string(),
  targetBranch: z.string(),
  /** Head of the newest version. */
  headSha: z.string().nullable(),
  /** Null when no user caused it. */
  userId: z.int().nullable(),
});

export const MergeRequestCreatedEvent = defineEvent({
  name: 'merge-requests.merge-request-created',
  data: Changed,
  key: ({ projectId }) => projectId,
});

const change = <S extends z.ZodType>(value: S) => z.object({ previous: value, current: value }).optional();

/** Values of changed fields. Descriptions above 32 768 characters are left out. */
export const MergeRequestFieldChanges = z.object({
  title: change(z.string()),
  description: change(z.string().nullable()),
  targetBranch: change(z.string()),
  milestoneId: change(z.int().nullable()),
  discussionLocked: change(z.boolean().nullable()),
  assigneeIds: change(z.array(z.int())),
  reviewerIds: change(z.array(z.int())),
  labelIds: change(z.array(z.int())),
});
export type MergeRequestFieldChanges = z.output<typeof MergeRequestFieldChanges>;

/** Something of a merge request changed other than by a merge, or it was deleted. */
export const MergeRequestUpdatedEvent = defineEvent({
  name: 'merge-requests.merge-request-updated',
  data: Changed.extend({
    state: openEnum(['opened', 'closed', 'locked', 'merged', 'deleted'], 'locked'),
    /** Changes: fields of the API's record, `version`, `approvals`, `deleted`. */
    changed: z.array(z.string()),
    changes: MergeRequestFieldChanges.optional(),
    /** Head of the version before, where the source branch has moved. */
    previousHeadSha: z.string().nullable().optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** A user wrote or changed a note on a merge request; system notes are not published. */
export const MergeRequestNoteSavedEvent = defineEvent({
  name: 'merge-requests.note-saved',
  data: z.object({
    /** The target. */
    projectId: ProjectId,
    mergeRequestId: z.int(),
    noteId: z.int(),
    /** User who wrote or changed it. */
    userId: z.int(),
    action: openEnum(['create', 'update'], 'update'),
    /** Whether it was published with a review, which has an event of its own. */
    inReview: z.boolean().optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** A user published draft notes on a merge request together. Each note has its own event, too. */
export const ReviewPublishedEvent = defineEvent({
  name: 'merge-requests.review-published',
  data: z.object({
    /** The target. */
    projectId: ProjectId,
    mergeRequestId: z.int(),
    /** Author of the notes. */
    userId: z.int(),
    /** The oldest first; at least one. */
    noteIds: z.array(z.int()),
  }),
  key: ({ projectId }) => projectId,
});

/** The newest pipeline for the head of an open merge request has succeeded or failed. It may end again after a retry of one of its jobs. */
export const HeadPipelineFinishedEvent = defineEvent({
  name: 'merge-requests.head-pipeline-finished',
  data: z.object({
    /** The target. */
    projectId: ProjectId,
    mergeRequestId: z.int(),
    status: openEnum(['success', 'failed'], 'failed'),
    /** Author of the merge request, and the user who has set its automatic merge. */
    userIds: z.array(z.int()),
  }),
  key: ({ projectId }) => projectId,
});

export const MergeRequestsAuditRecordedEvent = auditRecordedEvent('merge-requests');
