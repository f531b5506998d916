import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import type { Build } from './builds.finder.js';
import { dependentsOf } from './stages.rules.js';
import { BuildsStore, type Rerun } from './builds.store.js';

/** Runs a job that has ended again: as a new job, which replaces it. Later jobs that were skipped because of it wait again. */
@Injectable()
export class RerunJob {
  constructor(private readonly buildsStore: BuildsStore) {}

  /**
   * Runs in the transaction of a change to the job.
   * @param by null: the user who started the job before
   * @returns the id of the new job
   */
  async within(tx: Tx, { id, name, pipelineId, stageIndex }: Build, by: Rerun | null): Promise<number> {
    const [made] = await this.buildsStore.clone(tx, pipelineId, [id], by);
    await this.requeueAfter(tx, { name, pipelineId, stageIndex });
    await this.buildsStore.move(tx, [made!], 'enqueue');
    return made!;
  }

  /** Lets the later jobs that were skipped because of a job wait again. */
  async requeueAfter(
    tx: Tx,
    { name, pipelineId, stageIndex }: Pick<Build, 'name' | 'pipelineId' | 'stageIndex'>,
  ): Promise<void> {
    const staged = await this.buildsStore.staged(tx, pipelineId);
    const dependents = new Set(dependentsOf(staged, name));
    const later = staged.filter(
      (each) => each.status === 'skipped' && (each.stageIndex > stageIndex || dependents.has(each)),
    );
    await this.buildsStore.move(
      tx,
      later.map((each) => each.id),
      'process',
    );
  }
}
