import { atLeastOneOf, v4 } from '@hearth/http';
import { refused } from '@hearth/issuable';
import { z } from 'zod';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';
import { MOST_REQUIRED } from './approval.rules.js';
import type { ConfigurationChanges } from './update-configuration.js';

const required = v4
  .integer()
  .refine((count) => count >= 0 && count <= MOST_REQUIRED, { error: 'is invalid' })
  .describe(`Number of approvals that a merge needs, at most ${MOST_REQUIRED}`);
const name = v4.text({ most: 1024 }).refine((text) => text.trim() !== '', { error: 'is empty' });
const project = { id: v4.project() };

export const ApproveParams = MergeRequestParams.extend({
  sha: v4.optional(v4.text({ most: 64 })).describe('Head that the approval is for: 409 where the head is another one'),
  approval_password: refused(),
});

export const ProjectApprovalsParams = z.object(project);

export const UpdateProjectApprovalsParams = atLeastOneOf(
  z.object({
    ...project,
    approvals_before_merge: v4.optional(required),
    reset_approvals_on_push: v4
      .optional(v4.boolean())
      .describe('Whether a push to the source branch, or a change of the target branch, removes all approvals'),
    merge_requests_author_approval: v4.optional(v4.boolean()).describe('Whether authors can approve their own'),
    disable_overriding_approvers_per_merge_request: v4
      .optional(v4.boolean().refine(Boolean, 'is not supported'))
      .describe('Only true is supported: merge requests have no rules of their own'),
    merge_requests_disable_committers_approval: refused(),
    require_password_to_approve: refused(),
    require_reauthentication_to_approve: refused(),
    selective_code_owner_removals: refused(),
  }),
  ...(['approvals_before_merge', 'reset_approvals_on_push', 'merge_requests_author_approval'] as const),
  ...(['disable_overriding_approvers_per_merge_request', 'merge_requests_disable_committers_approval'] as const),
  ...(['require_password_to_approve', 'require_reauthentication_to_approve', 'selective_code_owner_removals'] as const),
);

export function configurationChanges(params: z.output<typeof UpdateProjectApprovalsParams>): ConfigurationChanges {
  return {
    approvalsRequired: params.approvals_before_merge,
    resetOnPush: params.reset_approvals_on_push,
    authorApproval: params.merge_requests_author_approval,
  };
}

/** Choices of later releases: here a rule is for everyone who may approve, and for all branches. */
const refusedChoices = {
  user_ids: refused(),
  usernames: refused(),
  group_ids: refused(),
  protected_branch_ids: refused(),
  applies_to_all_protected_branches: refused(),
  report_type: refused(),
};

export const ApprovalRulesParams = z.object({ ...project, ...v4.page });
export const ApprovalRuleParams = z.object({
  ...project,
  approval_rule_id: v4.id().describe('Id of the approval rule'),
});

export const CreateApprovalRuleParams = z.object({
  ...project,
  name,
  approvals_required: required,
  rule_type: z
    .literal('any_approver', { error: 'must be any_approver: rules for chosen users are not supported' })
    .describe('`any_approver`: approvals of any users who may approve'),
  ...refusedChoices,
});

export const UpdateApprovalRuleParams = ApprovalRuleParams.extend({
  name: v4.optional(name),
  approvals_required: v4.optional(required),
  ...refusedChoices,
});
