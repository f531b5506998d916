import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { DEFAULT_SETTINGS, type Approval, type ApprovalSettings } from './approval.rules.js';

/** Settings to change; `undefined` leaves one as it is. */
export type SettingChanges = { readonly [K in keyof ApprovalSettings]: ApprovalSettings[K] | undefined };

/** Most approvals in one record. */
const MOST_LISTED = 100;

const COLUMNS = `reset_on_push as "resetOnPush", author_approval as "authorApproval", overriding_disabled as "overridingDisabled"`;
const SETTINGS = `select ${COLUMNS} from approval_settings where project_id = $1`;
const CHANGE_SETTINGS = `insert into approval_settings as settings (project_id, reset_on_push, author_approval, overriding_disabled)
  values ($1, coalesce($2::boolean, ${DEFAULT_SETTINGS.resetOnPush}), coalesce($3::boolean, ${DEFAULT_SETTINGS.authorApproval}),
    coalesce($4::boolean, ${DEFAULT_SETTINGS.overridingDisabled}))
  on conflict (project_id) do update set reset_on_push = coalesce($2::boolean, settings.reset_on_push),
    author_approval = coalesce($3::boolean, settings.author_approval),
    overriding_disabled = coalesce($4::boolean, settings.overriding_disabled)
  returning ${COLUMNS}`;

const APPROVALS = `select user_id as "userId", to_json(group_ids) as "groupIds", created_at as "createdAt" from merge_request_approvals
  where merge_request_id = $1 order by created_at, user_id limit ${MOST_LISTED}`;
const HAS_APPROVED = 'select from merge_request_approvals where merge_request_id = $1 and user_id = $2';
const APPROVE = `insert into merge_request_approvals (merge_request_id, user_id, group_ids) values ($1, $2, $3)`;
const UNAPPROVE = 'delete from merge_request_approvals where merge_request_id = $1 and user_id = $2 returning user_id';
const REMOVE_ALL = 'delete from merge_request_approvals where merge_request_id = $1 returning user_id';

/** All SQL about approvals and the settings for them. */
@Injectable()
export class ApprovalsStore {
  async settings(db: Db, projectId: ProjectId): Promise<ApprovalSettings> {
    const [row] = await db.prepared<ApprovalSettings & Row>(SETTINGS, [projectId]);
    return row ?? DEFAULT_SETTINGS;
  }

  /** Changes the settings that are given, and returns all of them. Changes of the same project at the same time keep each other's. */
  async changeSettings(tx: Tx, projectId: ProjectId, changes: SettingChanges): Promise<ApprovalSettings> {
    const { resetOnPush = null, authorApproval = null, overridingDisabled = null } = changes;
    const values = [projectId, resetOnPush, authorApproval, overridingDisabled];
    const [settings] = await tx.prepared<ApprovalSettings & Row>(CHANGE_SETTINGS, values);
    return settings!;
  }

  /** Approvals of a merge request, the oldest first; at most 100. */
  approvals(db: Db, mergeRequestId: number): Promise<Approval[]> {
    return db.prepared<Approval & Row>(APPROVALS, [mergeRequestId]);
  }

  async hasApproved(db: Db, mergeRequestId: number, userId: UserId): Promise<boolean> {
    return (await db.prepared(HAS_APPROVED, [mergeRequestId, userId])).length > 0;
  }

  /** @param groupIds groups of approval rules whose member the user is */
  async approve(tx: Tx, mergeRequestId: number, userId: UserId, groupIds: readonly number[]): Promise<void> {
    await tx.prepared(APPROVE, [mergeRequestId, userId, groupIds]);
  }

  /** @returns whether the user had approved it */
  async unapprove(tx: Tx, mergeRequestId: number, userId: UserId): Promise<boolean> {
    return (await tx.prepared(UNAPPROVE, [mergeRequestId, userId])).length > 0;
  }

  /** Removes all approvals after a push or a change of the target branch, if `reset_on_push` is set. */
  async reset(tx: Tx, mergeRequestId: number, projectId: ProjectId): Promise<void> {
    if ((await this.settings(tx, projectId)).resetOnPush) await this.removeAll(tx, mergeRequestId);
  }

  /** @returns number of removed approvals */
  async removeAll(tx: Tx, mergeRequestId: number): Promise<number> {
    return (await tx.prepared(REMOVE_ALL, [mergeRequestId])).length;
  }
}
