import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { RefreshProjectGroupsJob } from '../jobs.js';
import { GroupsStore } from '../variables/groups.store.js';

/**
 * Prepares a group for a new runner. Runners find jobs by the ancestor groups that are stored with projects: projects older than group runners have
 * none until a pipeline is created or this job has run.
 */
@Injectable()
export class PrepareGroup {
  constructor(
    private readonly groupsStore: GroupsStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Locks the group against deletion inside the caller's transaction, and schedules the refresh of its projects.
   * @returns false for a deleted group
   */
  async execute(tx: Tx, groupId: number): Promise<boolean> {
    if (!(await this.groupsStore.hold(tx, groupId))) return false;
    await this.jobs.add(tx, RefreshProjectGroupsJob, { projectId: null, groupId });
    return true;
  }
}
