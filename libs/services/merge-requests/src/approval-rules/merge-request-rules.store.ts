import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { ApprovalRule, CountedRule, RuleDraft } from '../approvals/approval.rules.js';

/** Fields of a rule of a merge request. */
export interface MergeRequestRuleDraft extends RuleDraft {
  /** Rule of the project that it is copied from, if any. */
  readonly sourceRuleId: number | null;
}

// As JSON, because pg returns the items of a bigint[] as text.
const RULES = `select own.id, own.name, own.rule_type as "ruleType", own.approvals_required as "approvalsRequired",
  to_json(own.user_ids) as "userIds", to_json(own.group_ids) as "groupIds", own.updated_at as "updatedAt",
  source.approvals_required as "sourceRequired", source.id is not null and
    (own.name, own.approvals_required, own.user_ids, own.group_ids)
      is distinct from (source.name, source.approvals_required, source.user_ids, source.group_ids) as "isOverridden"
  from merge_request_approval_rules own left join lateral (
    select id, name, approvals_required, '{}'::bigint[] as user_ids, '{}'::bigint[] as group_ids
      from approval_rules where id = own.source_rule_id
    union all select id, name, approvals_required, user_ids, group_ids
      from regular_approval_rules where id = own.source_rule_id) source on true
  where own.merge_request_id = $1`;
const OF_MERGE_REQUEST = `${RULES} order by own.rule_type, own.id`;
const ONE = `${RULES} and own.id = $2`;
const CREATE = `insert into merge_request_approval_rules
  (merge_request_id, source_rule_id, rule_type, name, approvals_required, user_ids, group_ids)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`;
const UPDATE = `update merge_request_approval_rules set name = $2, approvals_required = $3, user_ids = $4, group_ids = $5,
  updated_at = now() where id = $1`;
const DELETE = 'delete from merge_request_approval_rules where id = $1';

/** All SQL about the approval rules of merge requests. Writes require the lock of the merge request. */
@Injectable()
export class MergeRequestRulesStore {
  /** Rules of a merge request: that for any approver first, then by id. */
  of(db: Db, mergeRequestId: number): Promise<CountedRule[]> {
    return db.prepared<CountedRule & Row>(OF_MERGE_REQUEST, [mergeRequestId]);
  }

  async find(db: Db, mergeRequestId: number, id: number): Promise<CountedRule | undefined> {
    const [rule] = await db.prepared<CountedRule & Row>(ONE, [mergeRequestId, id]);
    return rule;
  }

  /** @returns id; undefined where the merge request has a rule for any approver, or a regular one with the name */
  async create(tx: Tx, mergeRequestId: number, draft: MergeRequestRuleDraft): Promise<number | undefined> {
    const { sourceRuleId, ruleType, name, approvalsRequired, userIds, groupIds } = draft;
    const values = [mergeRequestId, sourceRuleId, ruleType, name, approvalsRequired, userIds, groupIds];
    const [row] = await tx.prepared<{ id: number }>(CREATE, values);
    return row?.id;
  }

  /** @throws an error of PostgreSQL where another regular rule of the merge request has the name */
  async update(tx: Tx, { id, name, approvalsRequired, userIds, groupIds }: ApprovalRule): Promise<void> {
    await tx.prepared(UPDATE, [id, name, approvalsRequired, userIds, groupIds]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared(DELETE, [id]);
  }
}
