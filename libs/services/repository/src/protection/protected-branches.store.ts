import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { statement, type ListStatements } from '@hearth/http';
import type { ProtectedBranch, ProtectionWish } from './protection.rules.js';

const COLUMNS = 'name, push_level as "pushLevel", merge_level as "mergeLevel"';

const LIST = `select ${COLUMNS} from protected_branches where project_id = $1 order by name`;

const FIND = `select ${COLUMNS}, updated_at as "updatedAt" from protected_branches where project_id = $1 and name = $2`;

const INSERT = `insert into protected_branches as rule (project_id, name, push_level, merge_level)
  values ($1, $2, coalesce($3, 40), coalesce($4, 40)) on conflict (project_id, name)`;

const CREATE = `${INSERT} do nothing returning ${COLUMNS}`;

/** No row where nothing changes. */
const UPSERT = `${INSERT} do update set push_level = coalesce($3, rule.push_level),
    merge_level = coalesce($4, rule.merge_level), updated_at = now()
  where (coalesce($3, rule.push_level), coalesce($4, rule.merge_level)) <> (rule.push_level, rule.merge_level)
  returning ${COLUMNS}`;

const DELETE = 'delete from protected_branches where project_id = $1 and name = $2';

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

  /** The statements of a list of the rules, oldest first. */
  pages(projectId: ProjectId): ListStatements {
    return {
      page: ({ page, perPage }) =>
        statement(
          (parameter) => `select ${COLUMNS} from protected_branches where project_id = ${parameter(projectId)}
            order by id limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`,
        ),
      count: (most) =>
        statement(
          (parameter) => `select count(*) as count from
            (select from protected_branches where project_id = ${parameter(projectId)} limit ${parameter(most)}) as rules`,
        ),
    };
  }

  async find(db: Db, projectId: ProjectId, name: string): Promise<ProtectedBranch | undefined> {
    const [rule] = await db.prepared<ProtectedBranch & Row>(FIND, [projectId, name]);
    return rule;
  }

  /** Like {@link find}, and keeps others from changing the rule until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId, name: string): Promise<{ updatedAt: Date } | undefined> {
    const [rule] = await tx.prepared<{ updatedAt: Date }>(`${FIND} for update`, [projectId, name]);
    return rule;
  }

  /** Adds a rule; undefined where there is one of that name. */
  create(tx: Tx, projectId: ProjectId, wish: ProtectionWish): Promise<ProtectedBranch | undefined> {
    return this.write(tx, CREATE, projectId, wish);
  }

  /** Adds a rule, or changes the given levels of the one of that name; undefined where nothing changes. */
  upsert(tx: Tx, projectId: ProjectId, wish: ProtectionWish): Promise<ProtectedBranch | undefined> {
    return this.write(tx, UPSERT, projectId, wish);
  }

  async delete(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
    await tx.prepared(DELETE, [projectId, name]);
  }

  /** Protects a branch so that masters push and merge; a rule of that name stays as it is. */
  async protectForMasters(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
    await tx.prepared(PROTECT_FOR_MASTERS, [projectId, name]);
  }

  /** Deletes at most `limit` rules of a project; the number of rules that went. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }

  private async write(
    tx: Tx,
    sql: string,
    projectId: ProjectId,
    { name, pushLevel, mergeLevel }: ProtectionWish,
  ): Promise<ProtectedBranch | undefined> {
    const [rule] = await tx.prepared<ProtectedBranch & Row>(sql, [
      projectId,
      name,
      pushLevel ?? null,
      mergeLevel ?? null,
    ]);
    return rule;
  }
}
