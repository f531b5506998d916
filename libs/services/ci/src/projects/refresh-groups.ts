import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { GroupProjectIdsQuery, ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { BuildsStore } from '../builds/builds.store.js';
import { RefreshProjectGroupsJob } from '../jobs.js';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** Projects whose groups are read at once. */
const AT_ONCE = 100;

/** Lets the runners of the groups that projects are in now take their jobs, after a project or a group was transferred. */
@Injectable()
export class RefreshProjectGroups {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly projectsStore: ProjectsStore,
    private readonly buildsStore: BuildsStore,
  ) {}

  /** Safe to repeat. */
  @Job(RefreshProjectGroupsJob)
  async execute({ projectId, groupId }: JobDataOf<typeof RefreshProjectGroupsJob>): Promise<void> {
    const ids = projectId === null ? await this.idsIn(groupId) : [projectId];
    for (let from = 0; from < ids.length; from += AT_ONCE) await this.refresh(ids.slice(from, from + AT_ONCE));
  }

  private async idsIn(groupId: number | null): Promise<readonly ProjectId[]> {
    if (groupId === null) return [];
    return (await this.calls.query(GroupProjectIdsQuery, { groupId })).ids;
  }

  private async refresh(ids: ProjectId[]): Promise<void> {
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids });
    await this.db.tx(async (tx) => {
      for (const { id, groupIds } of projects) await this.projectsStore.saveGroups(tx, id, groupIds);
      await this.buildsStore.wake(tx);
    });
  }
}
