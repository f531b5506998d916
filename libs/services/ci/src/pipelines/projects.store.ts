import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';

const SAVE_GROUPS = 'update projects set group_ids = $2::bigint[] where id = $1 and group_ids <> $2';

interface Hold {
  readonly alone?: boolean;
  readonly groupIds?: readonly number[] | null;
}

/** Projects with rows in this service, and tombstones of deleted ones. */
@Injectable()
export class ProjectsStore {
  /**
   * Locks a project against deletion until the transaction ends.
   * @param alone excludes other transactions with this lock
   * @param groupIds the groups around it, whose runners take its jobs; null leaves them as they are stored
   * @returns false for a deleted project
   */
  async hold(tx: Tx, id: ProjectId, { alone = false, groupIds = null }: Hold = {}): Promise<boolean> {
    const insert = `insert into projects (id, group_ids) values ($1, coalesce($2::bigint[], '{}')) on conflict do nothing`;
    await tx.prepared(insert, [id, groupIds]);
    const text = `select deleted_at is null as exists, group_ids <> $2::bigint[] as "isMoved" from projects where id = $1 for `;
    const lock = alone ? 'no key update' : 'share';
    const [project] = await tx.prepared<{ exists: boolean; isMoved: boolean | null }>(text + lock, [id, groupIds]);
    if (groupIds && project!.isMoved) await this.saveGroups(tx, id, groupIds);
    return project!.exists;
  }

  /** Stores the groups around a project that has rows here. */
  async saveGroups(tx: Tx, id: ProjectId, groupIds: readonly number[]): Promise<void> {
    await tx.prepared(SAVE_GROUPS, [id, groupIds]);
  }

  /** Stores the settings that decide whether runners take the jobs of a project. */
  async saveRunnerUse(
    tx: Tx,
    id: ProjectId,
    use: {
      readonly buildsEnabled: boolean;
      readonly sharedRunnersEnabled: boolean;
      readonly groupRunnersEnabled: boolean;
    },
  ): Promise<void> {
    await tx.prepared(
      `insert into projects (id, builds_enabled, shared_runners_enabled, group_runners_enabled) values ($1, $2, $3, $4)
       on conflict (id) do update set builds_enabled = excluded.builds_enabled,
         shared_runners_enabled = excluded.shared_runners_enabled, group_runners_enabled = excluded.group_runners_enabled`,
      [id, use.buildsEnabled, use.sharedRunnersEnabled, use.groupRunnersEnabled],
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
