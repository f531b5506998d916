import { defineRefusal } from '@hearth/contract-kit';

/** Errors by field, as the API spells them. */
export type FieldErrors = Record<string, readonly string[]>;

export const MergeRequestNotFound = defineRefusal('merge-request-not-found', 404, { message: '404 Not found' });

export const MergeRequestInvalid = defineRefusal<{ errors: FieldErrors }>(
  'merge-request-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

export const TaskChanged = defineRefusal('task-changed', 409, { message: '409 The description has changed' });

/** Source and target cannot be merged at all, whatever their commits. */
export const SameBranch = defineRefusal('same-branch', 422, {
  error: ['You can not use same project/branch for source and target'],
});
export const NotInForkNetwork = defineRefusal('not-in-fork-network', 422, {
  error: ['Source project is not a fork of the target project'],
});
export const MergeRequestsDisabled = defineRefusal('merge-requests-disabled', 422, {
  error: ['Target project has disabled merge requests'],
});

/** Another open merge request has the same branches. */
export const MergeRequestExists = defineRefusal<{ title: string }>('merge-request-exists', 409, ({ title }) => ({
  message: [`Cannot Create: This merge request already exists: ["${title}"]`],
}));

export const MilestoneNotFound = defineRefusal('milestone-not-found', 404, { message: '404 Milestone Not Found' });
export const IssueNotFound = defineRefusal('issue-not-found', 404, { message: '404 Not found' });

export const VersionNotFound = defineRefusal('version-not-found', 404, { message: '404 Not found' });

export const DraftNoteNotFound = defineRefusal('draft-note-not-found', 404, { message: '404 Draft Note Not Found' });

export const DraftThreadNotFound = defineRefusal('draft-thread-not-found', 400, {
  message: { base: ['Thread to reply to cannot be found'] },
});
export const TooManyDraftNotes = defineRefusal<{ most: number }>('too-many-draft-notes', 400, ({ most }) => ({
  message: { base: [`A user can have at most ${most} draft notes on a merge request`] },
}));

export const RawDiffTooLarge = defineRefusal('raw-diff-too-large', 422, {
  message: 'The diff is too large for a text: see the diffs of its files',
});

/** Conditions that prevent a merge, in the order of the reference. */
export const MergeRequestEnded = defineRefusal('merge-request-ended', 406, { message: 'Method Not Allowed' });
export const NotMergeable = defineRefusal('not-mergeable', 405, { message: '405 Method Not Allowed' });
export const BranchCannotBeMerged = defineRefusal('branch-cannot-be-merged', 405, {
  message: 'Branch cannot be merged',
});
export const NoMergeRef = defineRefusal('no-merge-ref', 400, { message: 'Merge request is not mergeable' });
export const SquashNotAllowed = defineRefusal('squash-not-allowed', 400, {
  message: 'The project does not allow to squash commits',
});
export const ShaMismatch = defineRefusal('sha-mismatch', 409, { message: 'SHA does not match HEAD of source branch' });

/** The merge request is no longer open, or is being merged. */
export const CancelNotAllowed = defineRefusal('cancel-not-allowed', 405, { message: 'Method Not Allowed' });
export const NoAutoMerge = defineRefusal('no-auto-merge', 406, { message: "Can't cancel the automatic merge" });

export const ApprovalRuleNotFound = defineRefusal('approval-rule-not-found', 404, { message: '404 Not found' });
export const ApprovalRuleExists = defineRefusal('approval-rule-exists', 400, {
  message: { rule_type: ['any-approver for the project already exists'] },
});
export const MergeRequestRuleExists = defineRefusal('merge-request-rule-exists', 400, {
  message: { rule_type: ['any-approver for the merge request already exists'] },
});

export const ApprovalRuleNameTaken = defineRefusal('approval-rule-name-taken', 400, {
  message: { name: ['has already been taken'] },
});
export const TooManyApprovalRules = defineRefusal<{ most: number }>('too-many-approval-rules', 400, ({ most }) => ({
  message: { base: [`there can be at most ${most} regular rules`] },
}));
export const TooManyRuleGroups = defineRefusal<{ most: number }>('too-many-approval-rule-groups', 400, ({ most }) => ({
  message: { groups: [`a rule can have at most ${most}, with those that you cannot see`] },
}));
export const ApproversNotAllowed = defineRefusal('approvers-not-allowed', 400, {
  message: { rule_type: ['any_approver has no chosen users and groups'] },
});

/** The user may not force a push to the source branch. */
export const CannotPushToSource = defineRefusal<{ reason: string }>('cannot-push-to-source', 403, ({ reason }) => ({
  message: `403 Forbidden - ${reason}`,
}));
export const RebaseNotAllowed = defineRefusal('rebase-not-allowed', 405, { message: 'Method Not Allowed' });
export const RebaseRunning = defineRefusal('rebase-running', 409, { message: 'A rebase is already in progress' });

export const SuggestionNotFound = defineRefusal('suggestion-not-found', 404, { message: '404 Not found' });
/** The lines have changed since, are not in the diff, or are the same; or the merge request is not open. */
export const SuggestionsElsewhere = defineRefusal('suggestions-elsewhere', 400, {
  message: 'Suggestions must all be on the same branch.',
});
export const SuggestionNotAppliable = defineRefusal('suggestion-not-appliable', 400, {
  message: 'The suggestion cannot be applied',
});
