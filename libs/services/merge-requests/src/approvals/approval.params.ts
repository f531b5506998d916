import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';
import { MOST_REQUIRED, MOST_RULE_GROUPS, MOST_RULE_USERS, RULE_TYPES } from './approval.rules.js';
import type { NamedApprovers } from './approver.facts.js';
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
      .optional(v4.boolean())
      .describe('Whether the rules of the project count even where a merge request has rules of its own'),
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
    overridingDisabled: params.disable_overriding_approvers_per_merge_request,
  };
}

/** Rules are for all branches. */
const refusedChoices = {
  protected_branch_ids: refused(),
  applies_to_all_protected_branches: refused(),
  report_type: refused(),
};

const approvers = {
  user_ids: v4
    .optional(v4.list(v4.integer(), { most: MOST_RULE_USERS }))
    .describe(
      `Ids of users whose approvals count, at most ${MOST_RULE_USERS}; those who may not read the project are left out`,
    ),
  usernames: v4
    .optional(v4.list(v4.text({ most: 255 }), { most: MOST_RULE_USERS }))
    .describe('Usernames of such users'),
  group_ids: v4
    .optional(v4.list(v4.integer(), { most: MOST_RULE_GROUPS }))
    .describe(
      `Ids of groups whose direct members' approvals count, at most ${MOST_RULE_GROUPS}; those that are not visible to the caller are left out`,
    ),
};

const ruleId = v4.id().describe('Id of the approval rule');
const ruleType = v4.optional(v4.oneOf(RULE_TYPES));
const changes = {
  name: v4.optional(name),
  approvals_required: v4.optional(required),
  ...approvers,
  remove_hidden_groups: v4
    .optional(v4.boolean())
    .describe('Whether to remove the groups of the rule that are not visible to the caller, which otherwise stay'),
};

export const ApprovalRulesParams = z.object({ ...project, ...v4.page });
export const ApprovalRuleParams = z.object({
  ...project,
  approval_rule_id: ruleId,
});

export const CreateApprovalRuleParams = z.object({
  ...project,
  name,
  approvals_required: required,
  rule_type: ruleType.describe(
    '`any_approver`: approvals of any users who may approve; `regular`, if absent: of chosen users and groups',
  ),
  ...approvers,
  ...refusedChoices,
});

export const UpdateApprovalRuleParams = ApprovalRuleParams.extend({ ...changes, ...refusedChoices });

export const MergeRequestRuleParams = MergeRequestParams.extend({ approval_rule_id: ruleId });

export const CreateMergeRequestRuleParams = MergeRequestParams.extend({
  name,
  approvals_required: required,
  approval_project_rule_id: v4
    .optional(v4.integer())
    .describe("Id of a rule of the project whose name, users and groups are copied in place of the request's"),
  rule_type: ruleType.describe(
    '`any_approver`, if absent without users and groups: approvals of any users who may approve; `regular`: of chosen users and groups',
  ),
  ...approvers,
});

export const UpdateMergeRequestRuleParams = MergeRequestRuleParams.extend(changes);

export function namedApprovers(params: z.output<z.ZodObject<typeof approvers>>): NamedApprovers {
  return { userIds: params.user_ids, usernames: params.usernames, groupIds: params.group_ids };
}

export function changedApprovers(params: z.output<z.ZodObject<typeof changes>>) {
  return { ...namedApprovers(params), removeHidden: params.remove_hidden_groups ?? false };
}
