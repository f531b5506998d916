import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { DEFAULT_SETTINGS, type ApprovalRule, type RuleDraft } from './approval.rules.js';

// As JSON, because pg returns the items of a bigint[] as text.
const ANY = `id, name, 'any_approver' as "ruleType", approvals_required as "approvalsRequired",
  '[]'::json as "userIds", '[]'::json as "groupIds", updated_at as "updatedAt"`;
const REGULAR = `id, name, 'regular' as "ruleType", approvals_required as "approvalsRequired",
  to_json(user_ids) as "userIds", to_json(group_ids) as "groupIds", updated_at as "updatedAt"`;

const OF_PROJECT = `select ${ANY} from approval_rules where project_id = $1
  union all select ${REGULAR} from regular_approval_rules where project_id = $1 order by "ruleType", id`;
const LOCK_ANY = `select ${ANY} from approval_rules where project_id = $1 and id = $2 for update`;
const LOCK_REGULAR = `select ${REGULAR} from regular_approval_rules where project_id = $1 and id = $2 for update`;
const GROUPS = `select unnest(group_ids) as id from regular_approval_rules where project_id = $1
  union select unnest(own.group_ids) from merge_request_approval_rules own join merge_requests m on m.id = own.merge_request_id
  where m.target_project_id = $1 and m.iid = $2`;

/** Settings with their defaults: two transactions cannot insert or update the same row at once. */
const LOCK_PROJECT = `insert into approval_settings (project_id, reset_on_push, author_approval)
  values ($1, ${DEFAULT_SETTINGS.resetOnPush}, ${DEFAULT_SETTINGS.authorApproval})
  on conflict (project_id) do update set project_id = excluded.project_id`;
const CREATE_ANY = `insert into approval_rules (project_id, name, approvals_required) values ($1, $2, $3)
  on conflict (project_id) do nothing returning ${ANY}`;
const CREATE_REGULAR = `insert into regular_approval_rules (project_id, name, approvals_required, user_ids, group_ids)
  values ($1, $2, $3, $4, $5) on conflict (project_id, name) do nothing returning ${REGULAR}`;
const REQUIRE = `insert into approval_rules as rule (project_id, name, approvals_required) values ($1, $2, $3)
  on conflict (project_id) do update set approvals_required = excluded.approvals_required, updated_at = now()`;

const UPDATE_ANY = `update approval_rules set name = $2, approvals_required = $3, updated_at = now() where id = $1 returning ${ANY}`;
const UPDATE_REGULAR = `update regular_approval_rules set name = $2, approvals_required = $3, user_ids = $4, group_ids = $5,
  updated_at = now() where id = $1 returning ${REGULAR}`;
const removeGroupFrom = (table: string) => `update ${table} set group_ids = array_remove(group_ids, $1::bigint),
  updated_at = now() where group_ids @> array[$1::bigint]`;

type RuleRow = ApprovalRule & Row;

/** All SQL about the approval rules of projects. The rule for any approver and those for chosen users and groups are in two tables. */
@Injectable()
export class ApprovalRulesStore {
  /** Rules of a project: that for any approver first, then by id. */
  ofProject(db: Db, projectId: ProjectId): Promise<ApprovalRule[]> {
    return db.prepared<RuleRow>(OF_PROJECT, [projectId]);
  }

  /** Locks a rule of a project until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<ApprovalRule | undefined> {
    const [regular] = await tx.prepared<RuleRow>(LOCK_REGULAR, [projectId, id]);
    if (regular) return regular;
    const [any] = await tx.prepared<RuleRow>(LOCK_ANY, [projectId, id]);
    return any;
  }

  /** Ids of all groups in the rules of a project and of one merge request into it. */
  async groupIds(db: Db, projectId: ProjectId, iid: number): Promise<number[]> {
    return (await db.prepared<{ id: number }>(GROUPS, [projectId, iid])).map(({ id }) => id);
  }

  /** Keeps other transactions from adding rules to a project until this one ends, so that they can be counted. */
  async lockProject(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared(LOCK_PROJECT, [projectId]);
  }

  /** @returns undefined where the project has a rule for any approver, or a regular one with the name */
  async create(tx: Tx, projectId: ProjectId, draft: RuleDraft): Promise<ApprovalRule | undefined> {
    const { name, approvalsRequired, userIds, groupIds } = draft;
    const [rule] =
      draft.ruleType === 'regular'
        ? await tx.prepared<RuleRow>(CREATE_REGULAR, [projectId, name, approvalsRequired, userIds, groupIds])
        : await tx.prepared<RuleRow>(CREATE_ANY, [projectId, name, approvalsRequired]);
    return rule;
  }

  /** Sets the number of approvals by any users that a project requires. @param name of the rule, if the project has none */
  async require(tx: Tx, projectId: ProjectId, name: string, required: number): Promise<void> {
    await tx.prepared(REQUIRE, [projectId, name, required]);
  }

  /** Stores a locked rule. @throws an error of PostgreSQL where another regular rule of the project has the name */
  async update(tx: Tx, { id, ruleType, ...rule }: ApprovalRule): Promise<ApprovalRule> {
    const values = [id, rule.name, rule.approvalsRequired];
    const [updated] =
      ruleType === 'regular'
        ? await tx.prepared<RuleRow>(UPDATE_REGULAR, [...values, rule.userIds, rule.groupIds])
        : await tx.prepared<RuleRow>(UPDATE_ANY, values);
    return updated!;
  }

  async delete(tx: Tx, { id, ruleType }: ApprovalRule): Promise<void> {
    const table = ruleType === 'regular' ? 'regular_approval_rules' : 'approval_rules';
    await tx.prepared(`delete from ${table} where id = $1`, [id]);
  }

  /** Removes a deleted group from all rules, those of merge requests included. */
  async removeGroup(tx: Tx, groupId: number): Promise<void> {
    for (const table of ['regular_approval_rules', 'merge_request_approval_rules'])
      await tx.prepared(removeGroupFrom(table), [groupId]);
  }
}
