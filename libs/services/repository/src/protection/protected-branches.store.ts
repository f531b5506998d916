import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { ProtectedBranch } from './protection.rules.js';

const LIST = `select name, push_level as "pushLevel", merge_level as "mergeLevel"
  from protected_branches where project_id = $1 order by name`;

const PROTECT_FOR_MASTERS = `insert into protected_branches (project_id, name, push_level, merge_level)
  values ($1, $2, 40, 40) on conflict (project_id, name) do nothing`;

const DELETE_SOME = `delete from protected_branches
  where id in (select id from protected_branches where project_id = $1 order by id limit $2) returning id`;

/** All SQL about the protection of branches. */
@Injectable()
export class ProtectedBranchesStore {
  /** The rules of a project, wildcards included. */
  list(db: Db, projectId: ProjectId): Promise<ProtectedBranch[]> {
    return db.prepared<ProtectedBranch & Row>(LIST, [projectId]);
  }

  /** Protects a branch so that masters push and merge; a rule of that name stays as it is. */
  async protectForMasters(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
    await tx.prepared(PROTECT_FOR_MASTERS, [projectId, name]);
  }

  /** Deletes at most `limit` rules of a project; the number of rules that went. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}
