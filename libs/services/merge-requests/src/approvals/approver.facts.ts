import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { GroupCard, Principal, ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UserCard } from '@hearth/identity-contracts';
import { FindProjectReadersQuery, GroupMembersQuery } from '@hearth/projects-contracts';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import type { ApprovalRule, RuleChanges } from './approval.rules.js';
import { ApprovalRulesStore } from './approval-rules.store.js';

/** Approvers as a caller names them. */
export interface NamedApprovers {
  readonly userIds?: readonly number[] | undefined;
  readonly usernames?: readonly string[] | undefined;
  readonly groupIds?: readonly number[] | undefined;
}

/** Approvers of a rule; `undefined`: as they are. */
export interface ChosenApprovers {
  readonly userIds: readonly UserId[] | undefined;
  readonly groupIds: readonly number[] | undefined;
}

/** Approval rule with its approvers, as a caller sees it. */
export interface RuleFact<Rule extends ApprovalRule = ApprovalRule> {
  readonly rule: Rule;
  readonly users: readonly UserCard[];
  /** Users and direct members of the groups, the first 100; empty where a group is hidden, so that its members are not revealed. */
  readonly eligible: readonly UserCard[];
  /** Groups that are visible to the caller. */
  readonly groups: readonly GroupCard[];
  readonly hasHiddenGroups: boolean;
}

const MOST_ELIGIBLE = 100;

/** Reads of the users and groups of approval rules. */
@Injectable()
export class ApproverFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
    private readonly peopleFacts: PeopleFacts,
    private readonly approvalRulesStore: ApprovalRulesStore,
  ) {}

  /** Groups of the rules of a project, and of one merge request into it, that have the user as a direct member. */
  async groupsWith(projectId: ProjectId, iid: number, userId: UserId): Promise<readonly number[]> {
    const groupIds = await this.approvalRulesStore.groupIds(this.db, projectId, iid);
    if (groupIds.length === 0) return [];
    const { members } = await this.calls.query(GroupMembersQuery, { groupIds, userIds: [userId] });
    return members.map(({ groupId }) => groupId);
  }

  /** Those of the named users who may read the project, and the groups that are visible to the caller: others are left out, as the API does. */
  async chosen(projectId: ProjectId, named: NamedApprovers, caller: Principal): Promise<ChosenApprovers> {
    const [userIds, groupIds] = await Promise.all([
      this.readers(projectId, named),
      named.groupIds && this.visibleGroups(named.groupIds, caller),
    ]);
    return { userIds, groupIds: groupIds && [...groupIds.keys()] };
  }

  /** Approvers of a rule after a change, as far as they are named. @param present groups of the rule */
  async changes(
    projectId: ProjectId,
    present: readonly number[],
    named: NamedApprovers & { readonly removeHidden: boolean },
    caller: Principal,
  ): Promise<Pick<RuleChanges, 'userIds' | 'groups'>> {
    const [{ userIds, groupIds }, visible] = await Promise.all([
      this.chosen(projectId, named, caller),
      this.visibleGroups(present, caller),
    ]);
    return { userIds, groups: { groupIds, visibleIds: [...visible.keys()], removeHidden: named.removeHidden } };
  }

  /** Rules with their users and groups, as a caller sees them. */
  async describe<Rule extends ApprovalRule>(rules: readonly Rule[], caller: Principal): Promise<RuleFact<Rule>[]> {
    const groupIds = [...new Set(rules.flatMap((rule) => rule.groupIds))];
    const [visible, members] = await Promise.all([
      this.visibleGroups(groupIds, caller),
      groupIds.length > 0 ? this.calls.query(GroupMembersQuery, { groupIds }) : { members: [] },
    ]);
    const hasHiddenGroups = (rule: ApprovalRule) => rule.groupIds.some((id) => !visible.has(id));
    const eligible = rules.map((rule) => {
      if (hasHiddenGroups(rule)) return [];
      const joined = members.members.filter(({ groupId }) => rule.groupIds.includes(groupId));
      return [...new Set([...rule.userIds, ...joined.map(({ userId }) => userId)])].slice(0, MOST_ELIGIBLE);
    });
    const people = await this.peopleFacts.byIds([...eligible.flat(), ...rules.flatMap(({ userIds }) => userIds)]);
    const cards = (ids: readonly UserId[]) => ids.flatMap((id) => people.get(id) ?? []).filter(isPresent);
    return rules.map((rule, index) => ({
      rule,
      users: cards(rule.userIds),
      eligible: cards(eligible[index]!),
      groups: rule.groupIds.flatMap((id) => visible.get(id) ?? []),
      hasHiddenGroups: hasHiddenGroups(rule),
    }));
  }

  private async readers(projectId: ProjectId, named: NamedApprovers): Promise<UserId[] | undefined> {
    const { userIds, usernames } = named;
    if (!userIds && !usernames) return undefined;
    const asked = { projectId, ids: [...new Set(userIds)], usernames: [...new Set(usernames)] };
    if (asked.ids.length + asked.usernames.length === 0) return [];
    const { users } = await this.calls.query(FindProjectReadersQuery, asked);
    return users.map(({ id }) => id).sort((a, b) => a - b);
  }

  private async visibleGroups(ids: readonly number[], caller: Principal): Promise<ReadonlyMap<number, GroupCard>> {
    const wanted = [...new Set(ids)].filter((id) => id > 0);
    if (wanted.length === 0) return new Map();
    const found = await this.accessResolver.groups(
      wanted.map((id) => ({ id })),
      caller,
    );
    return new Map(found.flatMap((access) => (access ? [[access.group.id, access.group] as const] : [])));
  }
}

/** Whether a user was not deleted in the meantime. */
function isPresent({ askedAs }: UserCard): boolean {
  return askedAs === undefined;
}
