import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';

/** Projects with rows in this service, and tombstones of deleted ones. */
@Injectable()
export class ProjectsStore {
  /**
   * Locks a project against deletion until the transaction ends.
   * @param alone excludes other transactions with this lock
   * @returns false for a deleted project
   */
  async hold(tx: Tx, id: ProjectId, { alone = false } = {}): Promise<boolean> {
    await tx.prepared('insert into projects (id) values ($1) on conflict do nothing', [id]);
    const text = 'select deleted_at is null as exists from projects where id = $1 for ';
    const [project] = await tx.prepared<{ exists: boolean }>(text + (alone ? 'no key update' : 'share'), [id]);
    return project!.exists;
  }

  /** Stores the settings that decide whether runners take the jobs of a project. */
  async saveRunnerUse(
    tx: Tx,
    id: ProjectId,
    use: { readonly buildsEnabled: boolean; readonly sharedRunnersEnabled: boolean },
  ): Promise<void> {
    await tx.prepared(
      `insert into projects (id, builds_enabled, shared_runners_enabled) values ($1, $2, $3)
       on conflict (id) do update set builds_enabled = excluded.builds_enabled,
         shared_runners_enabled = excluded.shared_runners_enabled`,
      [id, use.buildsEnabled, use.sharedRunnersEnabled],
    );
  }

  /** Marks a project as deleted: from now on nothing is stored for its id. */
  async bury(tx: Tx, id: ProjectId): Promise<void> {
    await tx.prepared(
      `insert into projects (id, deleted_at) values ($1, now())
       on conflict (id) do update set deleted_at = coalesce(projects.deleted_at, now())`,
      [id],
    );
  }
}
