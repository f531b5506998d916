import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { MERGE_STATUSES, STATES } from '../merge-requests/merge-request.rules.js';
import type { ApprovalsFact, ConfigurationFact } from './approval.facts.js';
import type { ApprovalRule } from './approval.rules.js';

const none = z.array(z.never()).describe('Always empty: rules are for everyone who may approve');
const RULE_TYPE = 'any_approver';
const rule = {
  id: z.int().describe('Id of the rule'),
  name: z.string().describe('Name of the rule'),
  rule_type: z.literal(RULE_TYPE).describe('Always `any_approver`'),
};
const required = z.int().describe('Number of approvals that a merge needs');

const ApproverView = z.strictObject({
  user: UserBasicView.describe('User who approved it'),
  approved_at: z.iso.datetime().describe('When the user approved it'),
});

export const ApprovalsView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(STATES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  merge_status: z.enum(MERGE_STATUSES).describe('Result of the newest check whether it can be merged'),
  approved: z.boolean().describe('Whether it has the approvals that a merge needs'),
  approvals_required: required,
  approvals_left: z.int().describe('Number of approvals that are missing'),
  require_password_to_approve: z.literal(false).describe('Always false'),
  approved_by: z.array(ApproverView).describe('Users who approved it, the first 100'),
  suggested_approvers: none,
  approvers: none,
  approver_groups: none,
  user_has_approved: z.boolean().describe('Whether the caller has approved it'),
  user_can_approve: z.boolean().describe('Whether the caller can approve it'),
  approval_rules_left: z.array(z.strictObject(rule)).describe('Rules that lack approvals'),
  has_approval_rules: z.boolean().describe('Whether the project has an approval rule'),
  merge_request_approvers_available: z.literal(false).describe('Always false'),
  multiple_approval_rules_available: z.literal(false).describe('Always false'),
});
export type ApprovalsView = z.output<typeof ApprovalsView>;

export const ApprovalRuleView = z.strictObject({
  ...rule,
  eligible_approvers: none,
  approvals_required: required,
  users: none,
  groups: none,
  contains_hidden_groups: z.literal(false).describe('Always false'),
});
export type ApprovalRuleView = z.output<typeof ApprovalRuleView>;

/** Rule in the list of a project. */
export const ProjectApprovalRuleView = ApprovalRuleView.extend({
  protected_branches: none.describe('Always empty: the rule is for all branches'),
  applies_to_all_protected_branches: z.literal(false).describe('Always false'),
});
export type ProjectApprovalRuleView = z.output<typeof ProjectApprovalRuleView>;

export const ApprovalStateView = z.strictObject({
  approval_rules_overwritten: z.literal(false).describe('Always false: merge requests have no rules of their own'),
  rules: z
    .array(
      ApprovalRuleView.extend({
        overridden: z.literal(false).describe('Always false'),
        source_rule: z.null().describe('Always null'),
        approved: z.boolean().describe('Whether the rule has its approvals'),
        approved_by: z.array(UserBasicView).describe('Users who approved it, the first 100'),
      }),
    )
    .describe('The rule of the project, if it has one'),
});
export type ApprovalStateView = z.output<typeof ApprovalStateView>;

export const ProjectApprovalsView = z.strictObject({
  approvers: none,
  approver_groups: none,
  approvals_before_merge: required,
  reset_approvals_on_push: z
    .boolean()
    .describe('Whether a push to the source branch, or a change of the target branch, removes all approvals'),
  disable_overriding_approvers_per_merge_request: z
    .literal(true)
    .describe('Always true: merge requests have no rules of their own'),
  merge_requests_author_approval: z.boolean().describe('Whether authors can approve their own'),
  merge_requests_disable_committers_approval: z.literal(false).describe('Always false'),
  require_password_to_approve: z.literal(false).describe('Always false'),
  selective_code_owner_removals: z.literal(false).describe('Always false'),
});
export type ProjectApprovalsView = z.output<typeof ProjectApprovalsView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentApprovals(fact: ApprovalsFact, baseUrl: string): ApprovalsView {
  const { record, rule: found, approvedBy } = fact;
  const isApproved = record.approvalsLeft === 0;
  return {
    id: record.id,
    iid: record.iid,
    project_id: record.targetProjectId,
    title: record.title,
    description: record.description,
    state: record.state,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    merge_status: record.mergeStatus,
    approved: isApproved,
    approvals_required: found?.approvalsRequired ?? 0,
    approvals_left: record.approvalsLeft,
    require_password_to_approve: false,
    approved_by: approvedBy.map(({ user, approvedAt }) => ({
      user: presentUserBasic(user, baseUrl),
      approved_at: approvedAt.toISOString(),
    })),
    ...{ suggested_approvers: [], approvers: [], approver_groups: [] },
    user_has_approved: fact.userHasApproved,
    user_can_approve: fact.userCanApprove,
    approval_rules_left: found && !isApproved ? [presentName(found)] : [],
    has_approval_rules: found !== undefined,
    ...{ merge_request_approvers_available: false, multiple_approval_rules_available: false },
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentApprovalState({ record, rule, approvedBy }: ApprovalsFact, baseUrl: string): ApprovalStateView {
  const users = approvedBy.map(({ user }) => presentUserBasic(user, baseUrl));
  const approved = record.approvalsLeft === 0;
  const state = { overridden: false, source_rule: null, approved, approved_by: users } as const;
  return { approval_rules_overwritten: false, rules: rule ? [{ ...presentRule(rule), ...state }] : [] };
}

export function presentProjectApprovals({ settings, rule }: ConfigurationFact): ProjectApprovalsView {
  return {
    ...{ approvers: [], approver_groups: [] },
    approvals_before_merge: rule?.approvalsRequired ?? 0,
    reset_approvals_on_push: settings.resetOnPush,
    disable_overriding_approvers_per_merge_request: true,
    merge_requests_author_approval: settings.authorApproval,
    merge_requests_disable_committers_approval: false,
    require_password_to_approve: false,
    selective_code_owner_removals: false,
  };
}

export function presentProjectRule(rule: ApprovalRule): ProjectApprovalRuleView {
  return { ...presentRule(rule), protected_branches: [], applies_to_all_protected_branches: false };
}

function presentRule(rule: ApprovalRule): ApprovalRuleView {
  return {
    ...presentName(rule),
    eligible_approvers: [],
    approvals_required: rule.approvalsRequired,
    ...{ users: [], groups: [], contains_hidden_groups: false },
  };
}

function presentName({ id, name }: ApprovalRule) {
  return { id, name, rule_type: RULE_TYPE } as const;
}
