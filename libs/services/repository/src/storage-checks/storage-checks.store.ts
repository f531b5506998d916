import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Check of a storage: the last one, or the one that is running. */
export interface StorageCheck extends Row {
  readonly storage: string;
  readonly requestedAt: Date;
  /** Null while it is running. */
  readonly finishedAt: Date | null;
  /** Checked so far. */
  readonly repositories: number;
  readonly copies: number;
  /** Copies that were made anew. */
  readonly remade: number;
  /** Repositories that are damaged. */
  readonly damaged: number;
}

/** `damaged`: a repository that git finds unsound. `remade`: a copy that was unsound or had other refs, and is made anew. */
export type ProblemKind = 'damaged' | 'remade';

/** A repository or copy that is or was not as it should be. */
export interface RepositoryProblem extends Row {
  readonly storage: string;
  readonly projectId: ProjectId;
  readonly kind: ProblemKind;
  readonly detail: string;
  readonly foundAt: Date;
}

/** A repository or a standing copy on a storage. */
export interface OnStorage extends Row {
  readonly projectId: ProjectId;
  readonly isCopy: boolean;
}

/** One more repository or copy that was checked. */
export interface Checked {
  readonly projectId: ProjectId;
  readonly isCopy: boolean;
  readonly problem: { readonly kind: ProblemKind; readonly detail: string } | null;
}

const REQUEST = `insert into storage_checks (storage) values ($1)
  on conflict (storage) do update set requested_at = now(), finished_at = null, checked_up_to = 0,
    repositories = 0, copies = 0, remade = 0
  where storage_checks.finished_at is not null`;

const ALL = `select storage, requested_at as "requestedAt", finished_at as "finishedAt", repositories, copies, remade,
    (select count(*) from repository_problems as problems
      where problems.storage = checks.storage and kind = 'damaged') as damaged
  from storage_checks as checks order by storage`;

const NEXT = `(select project_id as "projectId", false as "isCopy" from repositories
    where storage = $1 and deleted_at is null and made_at is not null and project_id > $2
    order by project_id limit $3)
  union all
  (select project_id, true from repository_copies
    where storage = $1 and is_standing and project_id > $2 order by project_id limit $3)
  order by 1 limit $3`;

const NOTE = `update storage_checks
  set checked_up_to = $2, repositories = repositories + $3, copies = copies + $4, remade = remade + $5
  where storage = $1`;

const ADD_PROBLEM = `insert into repository_problems (storage, project_id, kind, detail) values ($1, $2, $3, $4)
  on conflict (storage, project_id) do update
  set kind = excluded.kind, detail = excluded.detail, found_at = now()`;

const PROBLEMS = `select storage, project_id as "projectId", kind, detail, found_at as "foundAt"
  from repository_problems where storage = any($1::text[]) order by kind, storage, project_id limit $2`;

const DAMAGED = `select storage, count(*) as damaged from repository_problems
  where storage = any($1::text[]) and kind = 'damaged' group by storage`;

/** All SQL about checks of storages. */
@Injectable()
export class StorageChecksStore {
  /** Begins a check anew; one that is running goes on. */
  async request(tx: Tx, storage: string): Promise<void> {
    await tx.prepared(REQUEST, [storage]);
  }

  /** Lists the checks of all storages that were ever checked. */
  all(db: Db): Promise<StorageCheck[]> {
    return db.prepared<StorageCheck>(ALL, []);
  }

  /** Returns the project up to which a running check has come; null when none is running. */
  async position(db: Db, storage: string): Promise<number | null> {
    const [row] = await db.prepared<{ at: number }>(
      'select checked_up_to as at from storage_checks where storage = $1 and finished_at is null',
      [storage],
    );
    return row?.at ?? null;
  }

  /** Returns up to `limit` repositories and standing copies on a storage after a project, in the order of their projects. */
  next(db: Db, storage: string, after: number, limit: number): Promise<OnStorage[]> {
    return db.prepared<OnStorage>(NEXT, [storage, after, limit]);
  }

  /** Records what was found; what was found before is forgotten. */
  async note(tx: Tx, storage: string, { projectId, isCopy, problem }: Checked): Promise<void> {
    const counts = [isCopy ? 0 : 1, isCopy ? 1 : 0, problem?.kind === 'remade' ? 1 : 0];
    await tx.prepared(NOTE, [storage, projectId, ...counts]);
    if (problem) await tx.prepared(ADD_PROBLEM, [storage, projectId, problem.kind, problem.detail]);
    else
      await tx.prepared('delete from repository_problems where storage = $1 and project_id = $2', [storage, projectId]);
  }

  /** Ends a check, and forgets problems of repositories that are not on the storage any more. */
  async finish(tx: Tx, storage: string): Promise<void> {
    await tx.prepared('update storage_checks set finished_at = now() where storage = $1', [storage]);
    await tx.prepared(
      `delete from repository_problems as problems where storage = $1
       and not exists (select from repositories where project_id = problems.project_id
         and storage = $1 and deleted_at is null)
       and not exists (select from repository_copies as copies where copies.project_id = problems.project_id
         and copies.storage = $1 and is_standing)`,
      [storage],
    );
  }

  /** Lists up to `limit` problems on these storages, the damaged repositories first. */
  problems(db: Db, storages: readonly string[], limit: number): Promise<RepositoryProblem[]> {
    return db.prepared<RepositoryProblem>(PROBLEMS, [storages, limit]);
  }

  /** Counts the damaged repositories on these storages; a storage without one is left out. */
  async countDamaged(db: Db, storages: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await db.prepared<{ storage: string; damaged: number }>(DAMAGED, [storages]);
    return new Map(rows.map(({ storage, damaged }) => [storage, damaged]));
  }
}
