import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { matches, plainList, type ListStatements, type Parameter, type Search } from '@hearth/http';
import type { ProtectedBranch, ProtectionSettings } from './protection.rules.js';

/** Rule with the id of its row. */
export interface StoredProtectedBranch extends ProtectedBranch {
  readonly id: number;
}

const COLUMNS = `id, name, push_level as "pushLevel", merge_level as "mergeLevel",
  allow_force_push as "allowForcePush"`;

const LIST = `select ${COLUMNS} from protected_branches where project_id = $1 order by name`;

const FIND = `select ${COLUMNS}, updated_at as "updatedAt" from protected_branches where project_id = $1 and name = $2`;

const INSERT = `insert into protected_branches as rule (project_id, name, push_level, merge_level, allow_force_push)
  values ($1, $2, coalesce($3, 40), coalesce($4, 40), coalesce($5, false)) on conflict (project_id, name)`;

const CREATE = `${INSERT} do nothing returning ${COLUMNS}`;

/** Returns no row when the levels do not change. */
const UPSERT = `${INSERT} do update set push_level = coalesce($3, rule.push_level),
    merge_level = coalesce($4, rule.merge_level), updated_at = now()
  where (coalesce($3, rule.push_level), coalesce($4, rule.merge_level)) <> (rule.push_level, rule.merge_level)
  returning ${COLUMNS}`;

const UPDATE = `update protected_branches set push_level = coalesce($3, push_level),
    merge_level = coalesce($4, merge_level), allow_force_push = coalesce($5, allow_force_push), updated_at = now()
  where project_id = $1 and name = $2 returning ${COLUMNS}`;

const DELETE = 'delete from protected_branches where project_id = $1 and name = $2';

const PROTECT_FOR_MASTERS = `insert into protected_branches (project_id, name, push_level, merge_level)
  values ($1, $2, 40, 40) on conflict (project_id, name) do nothing`;

/** All SQL about the protection of branches. */
@Injectable()
export class ProtectedBranchesStore {
  /** Returns the rules of a project, wildcards included. */
  list(db: Db, projectId: ProjectId): Promise<ProtectedBranch[]> {
    return db.prepared<ProtectedBranch & Row>(LIST, [projectId]);
  }

  /** Returns the statements for a list of the rules whose name is found, oldest first. */
  pages(projectId: ProjectId, search: Search | undefined): ListStatements {
    const rows = (parameter: Parameter) =>
      `from protected_branches where project_id = ${parameter(projectId)}${search ? ` and ${matches(['name'], search, parameter)}` : ''}`;
    return plainList({ columns: COLUMNS, rows, order: 'id' });
  }

  async find(db: Db, projectId: ProjectId, name: string): Promise<StoredProtectedBranch | undefined> {
    const [rule] = await db.prepared<StoredProtectedBranch & Row>(FIND, [projectId, name]);
    return rule;
  }

  /** Like {@link find}, and locks the rule until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId, name: string): Promise<{ updatedAt: Date } | undefined> {
    const [rule] = await tx.prepared<{ updatedAt: Date }>(`${FIND} for update`, [projectId, name]);
    return rule;
  }

  /** Adds a rule; returns undefined when the name is taken. */
  create(tx: Tx, projectId: ProjectId, settings: ProtectionSettings): Promise<StoredProtectedBranch | undefined> {
    return this.write(tx, CREATE, projectId, settings);
  }

  /** Adds a rule, or changes the given levels of the rule with that name; returns undefined when nothing changes. */
  upsert(tx: Tx, projectId: ProjectId, settings: ProtectionSettings): Promise<StoredProtectedBranch | undefined> {
    return this.write(tx, UPSERT, projectId, settings);
  }

  /** Changes the given settings; returns undefined for an unknown rule. */
  update(tx: Tx, projectId: ProjectId, settings: ProtectionSettings): Promise<StoredProtectedBranch | undefined> {
    return this.write(tx, UPDATE, projectId, settings);
  }

  async delete(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
    await tx.prepared(DELETE, [projectId, name]);
  }

  /** Protects a branch so that masters may push and merge. An existing rule stays unchanged. */
  async protectForMasters(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
    await tx.prepared(PROTECT_FOR_MASTERS, [projectId, name]);
  }

  private async write(
    tx: Tx,
    sql: string,
    projectId: ProjectId,
    { name, pushLevel, mergeLevel, allowForcePush }: ProtectionSettings,
  ): Promise<StoredProtectedBranch | undefined> {
    const [rule] = await tx.prepared<StoredProtectedBranch & Row>(sql, [
      projectId,
      name,
      pushLevel ?? null,
      mergeLevel ?? null,
      allowForcePush ?? null,
    ]);
    return rule;
  }
}
