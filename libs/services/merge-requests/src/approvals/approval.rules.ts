import type { MergeRequestState } from '../merge-requests/merge-request.rules.js';

/** Most approvals that a project can require. */
export const MOST_REQUIRED = 100;
/** Name of the rule that setting a number of approvals creates. */
export const DEFAULT_RULE_NAME = 'All Members';

/** Settings of a project for approvals. */
export interface ApprovalSettings {
  /** Whether a push to the source branch, or a change of the target branch, removes all approvals. */
  readonly resetOnPush: boolean;
  /** Whether authors can approve their own merge requests. */
  readonly authorApproval: boolean;
}

export const DEFAULT_SETTINGS: ApprovalSettings = { resetOnPush: true, authorApproval: false };

/** The only rule of a project: a number of approvals, by any users who may approve. */
export interface ApprovalRule {
  readonly id: number;
  readonly name: string;
  readonly approvalsRequired: number;
  readonly updatedAt: Date;
}

/** Facts that decide whether a user can approve a merge request. */
export interface ApprovalCandidate {
  readonly state: MergeRequestState;
  readonly isAuthor: boolean;
  readonly hasApproved: boolean;
  /** Whether the user has the ability to approve merge requests of the project. */
  readonly isAllowed: boolean;
}

/** Whether a user can approve a merge request: once, while it is open, and authors only where the project lets them. */
export function canApprove(candidate: ApprovalCandidate, { authorApproval }: ApprovalSettings): boolean {
  const { state, isAuthor, hasApproved, isAllowed } = candidate;
  return state === 'opened' && isAllowed && !hasApproved && (authorApproval || !isAuthor);
}

/** Whether a user can remove all approvals of a merge request: only bots can, while it is open, as in the reference. */
export function canResetApprovals({
  state,
  isBot,
  isAllowed,
}: Pick<ApprovalCandidate, 'state' | 'isAllowed'> & { readonly isBot: boolean }): boolean {
  return state === 'opened' && isBot && isAllowed;
}
