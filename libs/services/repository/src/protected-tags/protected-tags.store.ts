import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, type ListStatements, type Parameter } from '@hearth/http';
import type { ProtectedTag } from '../protection/protection.rules.js';

/** Rule with the id of its row. */
export interface StoredProtectedTag extends ProtectedTag {
  readonly id: number;
}

const COLUMNS = 'id, name, create_level as "createLevel"';

const LIST = `select ${COLUMNS} from protected_tags where project_id = $1 order by name`;

const FIND = `select ${COLUMNS} from protected_tags where project_id = $1 and name = $2`;

const LOCK = 'select updated_at as "updatedAt" from protected_tags where project_id = $1 and name = $2 for update';

const CREATE = `insert into protected_tags (project_id, name, create_level) values ($1, $2, $3)
  on conflict (project_id, name) do nothing returning ${COLUMNS}`;

const DELETE = 'delete from protected_tags where project_id = $1 and name = $2';

/** All SQL about the protection of tags. */
@Injectable()
export class ProtectedTagsStore {
  /** Returns the rules of a project, wildcards included. */
  list(db: Db, projectId: ProjectId): Promise<ProtectedTag[]> {
    return db.prepared<ProtectedTag & Row>(LIST, [projectId]);
  }

  /** Returns the statements for a list of the rules, oldest first. */
  pages(projectId: ProjectId): ListStatements {
    const rows = (parameter: Parameter) => `from protected_tags where project_id = ${parameter(projectId)}`;
    return plainList({ columns: COLUMNS, rows, order: 'id' });
  }

  async find(db: Db, projectId: ProjectId, name: string): Promise<StoredProtectedTag | undefined> {
    return (await db.prepared<StoredProtectedTag & Row>(FIND, [projectId, name]))[0];
  }

  /** Returns when the rule was changed, and locks it until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId, name: string): Promise<{ updatedAt: Date } | undefined> {
    return (await tx.prepared<{ updatedAt: Date }>(LOCK, [projectId, name]))[0];
  }

  /** Adds a rule; returns undefined when the name is taken. */
  async create(tx: Tx, projectId: ProjectId, rule: ProtectedTag): Promise<StoredProtectedTag | undefined> {
    const values = [projectId, rule.name, rule.createLevel];
    return (await tx.prepared<StoredProtectedTag & Row>(CREATE, values))[0];
  }

  async delete(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
    await tx.prepared(DELETE, [projectId, name]);
  }
}
