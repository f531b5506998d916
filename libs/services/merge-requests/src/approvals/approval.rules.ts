import type { UserId } from '@hearth/contract-kit';
import { ApproversNotAllowed, TooManyRuleGroups } from '../refusals.js';
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
  /** Whether the rules of the project count even where a merge request has rules of its own. */
  readonly overridingDisabled: boolean;
}

/** Overriding is disabled by default: authors can change the rules of their own merge requests. */
export const DEFAULT_SETTINGS: ApprovalSettings = {
  resetOnPush: true,
  authorApproval: false,
  overridingDisabled: true,
};

/** Most rules of a project or a merge request, users of a rule and groups of a rule. */
export const MOST_RULES = 20;
export const MOST_RULE_USERS = 100;
export const MOST_RULE_GROUPS = 5;

export const RULE_TYPES = ['any_approver', 'regular'] as const;

/** Fields of an approval rule: a number of approvals, by any users who may approve or, in a regular rule, by chosen users and the members of groups. */
export interface RuleDraft {
  readonly ruleType: (typeof RULE_TYPES)[number];
  readonly name: string;
  readonly approvalsRequired: number;
  readonly userIds: readonly UserId[];
  readonly groupIds: readonly number[];
}

/** Approval rule of a project. */
export interface ApprovalRule extends RuleDraft {
  readonly id: number;
  readonly updatedAt: Date;
}

/** Rule that counts for a merge request: its own, or one of its project. */
export interface CountedRule extends ApprovalRule {
  /** Number of the project's rule that it was copied from; null where there is none. */
  readonly sourceRequired: number | null;
  /** Whether it differs from the project's rule that it was copied from. */
  readonly isOverridden: boolean;
}

/**
 * Rules that count for a merge request: its own replace those of the project, unless the project disables that.
 * @param own rules of the merge request
 */
export function countedRules(
  own: readonly CountedRule[],
  project: readonly ApprovalRule[],
  { overridingDisabled }: ApprovalSettings,
): { readonly rules: readonly CountedRule[]; readonly isOverwritten: boolean } {
  if (own.length > 0 && !overridingDisabled) return { rules: own, isOverwritten: true };
  const rules = project.map((rule) => ({ ...rule, sourceRequired: null, isOverridden: false }));
  return { rules, isOverwritten: false };
}

/** @throws ApproversNotAllowed for a rule for any approver with chosen ones */
export function requireNoApprovers({ ruleType, userIds, groupIds }: RuleDraft): void {
  if (ruleType === 'any_approver' && userIds.length + groupIds.length > 0) throw ApproversNotAllowed();
}

/** Groups that a caller sets in a rule, with those of the rule that are visible to the caller; `undefined`: as they are. */
export interface SetGroups {
  readonly groupIds: readonly number[] | undefined;
  readonly visibleIds: readonly number[];
  readonly removeHidden: boolean;
}

/**
 * Groups of a rule after a change. Those that are hidden from the caller stay unless the caller removes them, as the API does.
 * @throws TooManyRuleGroups
 */
export function groupsAfter(present: readonly number[], { groupIds, visibleIds, removeHidden }: SetGroups): number[] {
  const hidden = removeHidden ? [] : present.filter((id) => !visibleIds.includes(id));
  const shown = groupIds ?? present.filter((id) => visibleIds.includes(id));
  const all = [...new Set([...hidden, ...shown])];
  if (all.length > MOST_RULE_GROUPS) throw TooManyRuleGroups({ most: MOST_RULE_GROUPS });
  return all;
}

/** Changes of a rule; `undefined` leaves a field as it is. */
export type RuleChanges = {
  readonly [Field in Exclude<keyof RuleDraft, 'ruleType' | 'groupIds'>]: RuleDraft[Field] | undefined;
} & { readonly groups: SetGroups };

/** A rule after a change. @throws ApproversNotAllowed, TooManyRuleGroups */
export function ruleAfter<Rule extends ApprovalRule>(found: Rule, changes: RuleChanges): Rule {
  const rule = {
    ...found,
    name: changes.name ?? found.name,
    approvalsRequired: changes.approvalsRequired ?? found.approvalsRequired,
    userIds: changes.userIds ?? found.userIds,
    groupIds: groupsAfter(found.groupIds, changes.groups),
  };
  requireNoApprovers(rule);
  return rule;
}

/** Details of a rule in the audit trail. */
export function auditedRule({ ruleType, name, approvalsRequired, userIds, groupIds }: RuleDraft) {
  return { name, approvalsRequired, ...(ruleType === 'regular' && { userIds, groupIds }) };
}

/** Approval of a user. */
export interface Approval {
  readonly userId: UserId;
  /** Groups of approval rules whose member the user was. */
  readonly groupIds: readonly number[];
  readonly createdAt: Date;
}

/** Whether an approval counts for a rule. */
export function counts({ userId, groupIds }: Approval, rule: RuleDraft): boolean {
  if (rule.ruleType === 'any_approver') return true;
  return rule.userIds.includes(userId) || rule.groupIds.some((id) => groupIds.includes(id));
}

/** Whether a rule has its approvals. */
export function isSatisfied(rule: RuleDraft, approvals: readonly Approval[]): boolean {
  return approvals.filter((approval) => counts(approval, rule)).length >= rule.approvalsRequired;
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
