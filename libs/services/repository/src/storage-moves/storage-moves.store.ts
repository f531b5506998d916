import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { MoveState } from './storage-move.rules.js';

/** Move of a repository from one storage to another. */
export interface StorageMove extends Row {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly source: string;
  readonly destination: string;
  readonly state: MoveState;
  readonly createdAt: Date;
}

/** Numbers of moves. */
export interface MoveCounts extends Row {
  readonly underWay: number;
  readonly finished: number;
  readonly failed: number;
}

const COLUMNS = `id, project_id as "projectId", source, destination, state, created_at as "createdAt"`;

const INSERT = `insert into storage_moves (project_id, source, destination) values ($1, $2, $3)
  on conflict (project_id) where state in ('scheduled', 'started') do nothing returning ${COLUMNS}`;

const UNDER_WAY = `select ${COLUMNS} from storage_moves
  where project_id = $1 and destination = $2 and state in ('scheduled', 'started')`;

const COUNT_OF = `select count(*) filter (where state in ('scheduled', 'started')) as "underWay",
    count(*) filter (where state = 'finished') as finished, count(*) filter (where state = 'failed') as failed
  from storage_moves where id = any($1::bigint[])`;

const END = `update storage_moves set state = $2 where id = $1 and state in ('scheduled', 'started')`;

/** All SQL about moves between storages. */
@Injectable()
export class StorageMovesStore {
  /** Returns the new move; null when one of the project is under way. */
  async add(tx: Tx, projectId: ProjectId, source: string, destination: string): Promise<StorageMove | null> {
    const [move] = await tx.prepared<StorageMove>(INSERT, [projectId, source, destination]);
    return move ?? null;
  }

  async find(db: Db, id: number): Promise<StorageMove | null> {
    const [move] = await db.prepared<StorageMove>(`select ${COLUMNS} from storage_moves where id = $1`, [id]);
    return move ?? null;
  }

  /** Reads one page of the moves, of one project or of all, newest first. */
  page(db: Db, projectId: ProjectId | null, request: PageRequest): Promise<Page<StorageMove>> {
    const rows = (parameter: Parameter) =>
      `from storage_moves ${projectId === null ? '' : `where project_id = ${parameter(projectId)}`}`;
    return readPage<StorageMove>(db, request, plainList({ columns: COLUMNS, rows, order: 'id desc' }));
  }

  /** Returns the move of a project to a storage that has not ended. */
  async underWay(db: Db, projectId: ProjectId, destination: string): Promise<StorageMove | null> {
    const [move] = await db.prepared<StorageMove>(UNDER_WAY, [projectId, destination]);
    return move ?? null;
  }

  /** Counts moves by how far they are. */
  async countOf(db: Db, ids: readonly number[]): Promise<MoveCounts> {
    const [counts] = await db.prepared<MoveCounts>(COUNT_OF, [ids]);
    return counts!;
  }

  async start(tx: Tx, id: number): Promise<void> {
    await tx.prepared(`update storage_moves set state = 'started' where id = $1 and state = 'scheduled'`, [id]);
  }

  /** The move of a project that has not ended has failed. */
  async failUnderWay(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared(
      `update storage_moves set state = 'failed' where project_id = $1 and state in ('scheduled', 'started')`,
      [projectId],
    );
  }

  async end(tx: Tx, id: number, state: 'finished' | 'failed'): Promise<void> {
    await tx.prepared(END, [id, state]);
  }
}
