import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

const ADD = `insert into repository_copies (project_id, storage) values ($1, $2) on conflict do nothing`;

/** All SQL about the copies of repositories on other storages than their own. A row exists as long as there may be files. */
@Injectable()
export class CopiesStore {
  async add(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared(ADD, [projectId, storage]);
  }

  async exists(db: Db, projectId: ProjectId, storage: string): Promise<boolean> {
    const rows = await db.prepared('select 1 from repository_copies where project_id = $1 and storage = $2', [
      projectId,
      storage,
    ]);
    return rows.length > 0;
  }

  /** Lists the storages with a copy of the project's repository. */
  async of(db: Db, projectId: ProjectId): Promise<string[]> {
    const rows = await db.prepared<{ storage: string }>(
      'select storage from repository_copies where project_id = $1 order by storage',
      [projectId],
    );
    return rows.map(({ storage }) => storage);
  }

  async noteFollowed(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared('update repository_copies set followed_at = now() where project_id = $1 and storage = $2', [
      projectId,
      storage,
    ]);
  }

  async remove(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared('delete from repository_copies where project_id = $1 and storage = $2', [projectId, storage]);
  }
}
