import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { BuildsStore } from '../builds/builds.store.js';
import { AssignResourceJob } from '../jobs.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { ResourceGroupsStore } from './resource-groups.store.js';

/** Most times that the next job is looked for in one run: it changes only when users cancel jobs or change the mode. */
const ATTEMPTS = 5;

/** Gives the resource of a group to the next of the jobs that wait for it: it becomes pending. */
@Injectable()
export class AssignResource {
  constructor(
    private readonly db: Database,
    private readonly resourceGroupsStore: ResourceGroupsStore,
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /** Safe to repeat. @throws Error when the next job changes all the time: another attempt follows */
  @Job(AssignResourceJob)
  async execute({ projectId, resourceGroupId }: JobDataOf<typeof AssignResourceJob>): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const id = await this.resourceGroupsStore.next(this.db, resourceGroupId);
      if (id === undefined) return;
      // The pipeline is locked before the group: the next job is only known for sure under both locks.
      const isAssigned = await this.advancePipeline.changeJob(projectId, id, async (tx) => {
        if ((await this.resourceGroupsStore.lockNext(tx, resourceGroupId)) !== id) return false;
        return (await this.buildsStore.move(tx, [id], 'enqueue')).length > 0;
      });
      if (isAssigned) return;
    }
    throw new Error(`the next job of resource group ${resourceGroupId} keeps changing`);
  }
}
