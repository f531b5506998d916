import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';

/** A variable as it is stored. */
export interface SealedVariable {
  readonly id: number;
  readonly key: string;
  /** The value, encrypted. */
  readonly sealed: string;
  readonly protected: boolean;
  readonly updatedAt: Date;
}

const COLUMNS = 'id, key, value as sealed, protected, updated_at as "updatedAt"';

const LIST = `select ${COLUMNS} from variables where project_id = $1 order by id limit $2 offset $3`;
const COUNT = 'select count(*)::int as count from (select from variables where project_id = $1 limit $2) counted';
const FIND = `select ${COLUMNS} from variables where project_id = $1 and key = $2`;
const FOR_JOBS = `select ${COLUMNS} from variables where project_id = $1 and ($2 or not protected) order by id`;

const INSERT = `
  insert into variables (id, project_id, key, value, protected) values ($1, $2, $3, $4, $5)
  on conflict (project_id, key) do nothing returning id`;

const UPDATE = 'update variables set value = $2, protected = $3, updated_at = now() where id = $1';

const DELETE_SOME = `
  delete from variables where id in (select id from variables where project_id = $1 limit $2) returning id`;

/** All SQL about variables of projects. */
@Injectable()
export class VariablesStore {
  /** A page of a project's variables, the oldest first. */
  page(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<SealedVariable>> {
    return readPage<SealedVariable>(db, request, {
      page: ({ page, perPage }) => [LIST, [projectId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, most]],
    });
  }

  async find(db: Db, projectId: ProjectId, key: string): Promise<SealedVariable | undefined> {
    const [variable] = await db.prepared<SealedVariable & Row>(FIND, [projectId, key]);
    return variable;
  }

  async lock(tx: Tx, projectId: ProjectId, key: string): Promise<SealedVariable | undefined> {
    const [variable] = await tx.prepared<SealedVariable & Row>(`${FIND} for update`, [projectId, key]);
    return variable;
  }

  /** The variables that jobs get. @param onProtectedRef whether protected ones are among them */
  forJobs(db: Db, projectId: ProjectId, onProtectedRef: boolean): Promise<SealedVariable[]> {
    return db.prepared<SealedVariable & Row>(FOR_JOBS, [projectId, onProtectedRef]);
  }

  /** The id of the next variable: a value is encrypted for the row that it stands in. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(`select nextval(pg_get_serial_sequence('variables', 'id')) as id`);
    return Number(row!.id);
  }

  /** @returns false where the project has a variable of that key */
  async insert(tx: Tx, projectId: ProjectId, variable: Omit<SealedVariable, 'updatedAt'>): Promise<boolean> {
    const { id, key, sealed, protected: isProtected } = variable;
    return (await tx.prepared(INSERT, [id, projectId, key, sealed, isProtected])).length > 0;
  }

  async update(
    tx: Tx,
    { id, sealed, protected: isProtected }: Omit<SealedVariable, 'updatedAt' | 'key'>,
  ): Promise<void> {
    await tx.prepared(UPDATE, [id, sealed, isProtected]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from variables where id = $1', [id]);
  }

  /** Deletes at most `limit` variables of a project; the number of rows that went. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}
