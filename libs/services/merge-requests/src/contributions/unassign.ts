import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { FindProjectReadersQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { ClearAssigneesJob } from '../jobs.js';
import { ContributionsStore, type Assigned } from './contributions.store.js';

const AT_ONCE = 100;

/** Removes assignees from merge requests of projects that are no longer visible to them. */
@Injectable()
export class UnassignFormerReaders {
  constructor(
    private readonly db: Database,
    private readonly contributionsStore: ContributionsStore,
    private readonly calls: Calls,
  ) {}

  /**
   * May be repeated at any time.
   * @param among null: all projects, or all users
   */
  @Job(ClearAssigneesJob)
  async execute(among: JobDataOf<typeof ClearAssigneesJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    for (let after: Assigned | undefined; ;) {
      signal?.throwIfAborted();
      const assigned = await this.contributionsStore.assigned(this.db, after, among, AT_ONCE);
      for (const [projectId, userIds] of byProject(assigned)) await this.check(projectId, userIds);
      if (assigned.length < AT_ONCE) return;
      after = assigned.at(-1);
    }
  }

  private async check(projectId: ProjectId, userIds: readonly number[]): Promise<void> {
    const asked = { projectId, ids: [...userIds], usernames: [] };
    const { users } = await this.calls.query(FindProjectReadersQuery, asked);
    const readers = new Set<number>(users.map(({ id }) => id));
    for (const userId of userIds)
      if (!readers.has(userId)) await this.db.tx((tx) => this.contributionsStore.unassign(tx, { projectId, userId }));
  }
}

function byProject(assigned: readonly Assigned[]): Map<ProjectId, number[]> {
  const projects = new Map<ProjectId, number[]>();
  for (const { projectId, userId } of assigned) projects.set(projectId, [...(projects.get(projectId) ?? []), userId]);
  return projects;
}
