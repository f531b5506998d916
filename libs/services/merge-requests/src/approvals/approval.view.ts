import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { MERGE_REQUEST_STATES, MERGE_STATUSES } from '@hearth/merge-requests-contracts';
import { VISIBILITIES, type GroupCard } from '@hearth/contract-kit';
import type { ApprovalsFact, ConfigurationFact } from './record-approval.facts.js';
import { RULE_TYPES, counts, isSatisfied, type ApprovalRule, type CountedRule } from './approval.rules.js';
import type { RuleFact } from './approver.facts.js';

const none = z.array(z.never()).describe('Always empty: rules have users and groups');
const rule = {
  id: z.int().describe('Id of the rule'),
  name: z.string().describe('Name of the rule'),
  rule_type: z
    .enum(RULE_TYPES)
    .describe('`any_approver`: approvals of any users who may approve; `regular`: of chosen users and groups'),
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
  state: z.enum(MERGE_REQUEST_STATES),
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
  has_approval_rules: z.boolean().describe('Whether an approval rule counts for it'),
  merge_request_approvers_available: z.literal(false).describe('Always false'),
  multiple_approval_rules_available: z.literal(true).describe('Always true'),
});
export type ApprovalsView = z.output<typeof ApprovalsView>;

const RuleGroupView = z.strictObject({
  id: z.int(),
  path: z.string().describe('Last segment of the full path'),
  full_path: z.string().describe('Path with the paths of the groups around it'),
  parent_id: z.int().nullable().describe('Id of the group around it, if any'),
  visibility: z.enum(VISIBILITIES).describe('Who can see the group'),
  web_url: z.string(),
});

export const ApprovalRuleView = z.strictObject({
  ...rule,
  eligible_approvers: z
    .array(UserBasicView)
    .describe('Its users and the direct members of its groups, the first 100; empty if it has hidden groups'),
  approvals_required: required,
  users: z.array(UserBasicView).describe('Users whose approvals count'),
  groups: z
    .array(RuleGroupView)
    .describe("Groups whose direct members' approvals count, as far as they are visible to the caller"),
  contains_hidden_groups: z.boolean().describe('Whether it has groups that are not visible to the caller'),
});
export type ApprovalRuleView = z.output<typeof ApprovalRuleView>;

/** Rule in the list of a project. */
export const ProjectApprovalRuleView = ApprovalRuleView.extend({
  protected_branches: none.describe('Always empty: the rule is for all branches'),
  applies_to_all_protected_branches: z.literal(false).describe('Always false'),
});
export type ProjectApprovalRuleView = z.output<typeof ProjectApprovalRuleView>;

/** Rule of one merge request. */
export const MergeRequestRuleView = ApprovalRuleView.extend({
  source_rule: z
    .strictObject({ approvals_required: required })
    .nullable()
    .describe("The project's rule that it was copied from; null without one"),
  overridden: z.boolean().describe("Whether it differs from the project's rule that it was copied from"),
});
export type MergeRequestRuleView = z.output<typeof MergeRequestRuleView>;

export const ApprovalStateView = z.strictObject({
  approval_rules_overwritten: z.boolean().describe('Whether its own rules count instead of those of the project'),
  rules: z
    .array(
      MergeRequestRuleView.extend({
        approved: z.boolean().describe('Whether the rule has its approvals'),
        approved_by: z.array(UserBasicView).describe('Users who approved it, the first 100'),
      }),
    )
    .describe('Rules that count for it'),
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
    .boolean()
    .describe('Whether the rules of the project count even where a merge request has rules of its own'),
  merge_requests_author_approval: z.boolean().describe('Whether authors can approve their own'),
  merge_requests_disable_committers_approval: z.literal(false).describe('Always false'),
  require_password_to_approve: z.literal(false).describe('Always false'),
  selective_code_owner_removals: z.literal(false).describe('Always false'),
});
export type ProjectApprovalsView = z.output<typeof ProjectApprovalsView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentApprovals(fact: ApprovalsFact, baseUrl: string): ApprovalsView {
  const { record, rules, approvals } = fact;
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
    approvals_required: rules.reduce((sum, { approvalsRequired }) => sum + approvalsRequired, 0),
    approvals_left: record.approvalsLeft,
    require_password_to_approve: false,
    approved_by: approvals.map(({ user, createdAt }) => ({
      user: presentUserBasic(user, baseUrl),
      approved_at: createdAt.toISOString(),
    })),
    ...{ suggested_approvers: [], approvers: [], approver_groups: [] },
    user_has_approved: fact.userHasApproved,
    user_can_approve: fact.userCanApprove,
    approval_rules_left: rules.filter((each) => !isSatisfied(each, approvals)).map(presentName),
    has_approval_rules: rules.length > 0,
    ...{ merge_request_approvers_available: false, multiple_approval_rules_available: true },
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentApprovalState(
  { approvals, isOverwritten }: ApprovalsFact,
  rules: readonly RuleFact<CountedRule>[],
  baseUrl: string,
): ApprovalStateView {
  const present = (fact: RuleFact<CountedRule>) => ({
    ...presentMergeRequestRule(fact, baseUrl),
    approved: isSatisfied(fact.rule, approvals),
    approved_by: approvals
      .filter((approval) => counts(approval, fact.rule))
      .map(({ user }) => presentUserBasic(user, baseUrl)),
  });
  return { approval_rules_overwritten: isOverwritten, rules: rules.map(present) };
}

export function presentProjectApprovals({ settings, rules }: ConfigurationFact): ProjectApprovalsView {
  return {
    ...{ approvers: [], approver_groups: [] },
    approvals_before_merge: rules.find(({ ruleType }) => ruleType === 'any_approver')?.approvalsRequired ?? 0,
    reset_approvals_on_push: settings.resetOnPush,
    disable_overriding_approvers_per_merge_request: settings.overridingDisabled,
    merge_requests_author_approval: settings.authorApproval,
    merge_requests_disable_committers_approval: false,
    require_password_to_approve: false,
    selective_code_owner_removals: false,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentProjectRule(fact: RuleFact, baseUrl: string): ProjectApprovalRuleView {
  return { ...presentRule(fact, baseUrl), protected_branches: [], applies_to_all_protected_branches: false };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentMergeRequestRule(fact: RuleFact<CountedRule>, baseUrl: string): MergeRequestRuleView {
  const { sourceRequired, isOverridden } = fact.rule;
  return {
    ...presentRule(fact, baseUrl),
    source_rule: sourceRequired === null ? null : { approvals_required: sourceRequired },
    overridden: isOverridden,
  };
}

function presentRule({ rule: found, ...fact }: RuleFact, baseUrl: string): ApprovalRuleView {
  return {
    ...presentName(found),
    eligible_approvers: fact.eligible.map((user) => presentUserBasic(user, baseUrl)),
    approvals_required: found.approvalsRequired,
    users: fact.users.map((user) => presentUserBasic(user, baseUrl)),
    groups: fact.groups.map((group) => presentRuleGroup(group, baseUrl)),
    contains_hidden_groups: fact.hasHiddenGroups,
  };
}

function presentRuleGroup({ id, fullPath, parentId, visibility }: GroupCard, baseUrl: string) {
  const path = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  return { id, path, full_path: fullPath, parent_id: parentId, visibility, web_url: `${baseUrl}/groups/${fullPath}` };
}

function presentName({ id, name, ruleType }: ApprovalRule) {
  return { id, name, rule_type: ruleType };
}
