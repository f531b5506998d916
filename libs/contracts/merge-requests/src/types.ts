import { z } from 'zod';

/** An issue that a text names. */
export const IssueReference = z.object({
  /** Full path of its project; null: the project of the text. */
  path: z.string().nullable(),
  iid: z.int(),
});

/** Id, number and title of a merge request, for lists of other services. */
export const MergeRequestCard = z.object({
  id: z.int(),
  iid: z.int(),
  title: z.string(),
});
export type MergeRequestCard = z.output<typeof MergeRequestCard>;

export const MERGE_REQUEST_STATES = ['opened', 'closed', 'locked', 'merged'] as const;
export const MERGE_STATUSES = ['unchecked', 'can_be_merged', 'cannot_be_merged'] as const;
export const DETAILED_MERGE_STATUSES = [
  ...['not_open', 'unchecked', 'draft_status', 'commits_status', 'discussions_not_resolved'],
  ...['not_approved', 'conflict', 'need_rebase', 'ci_still_running', 'ci_must_pass', 'mergeable'],
] as const;
