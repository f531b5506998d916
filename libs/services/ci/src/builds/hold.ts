import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { JobNotFound } from '../refusals.js';
import { BuildsFinder, type Build } from './builds.finder.js';

/** Locks a job's pipeline while the job is changed. Every change of a job acquires this lock. */
@Injectable()
export class HoldBuild {
  constructor(
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsFinder: BuildsFinder,
  ) {}

  /** @throws JobNotFound */
  async within(tx: Tx, projectId: ProjectId, id: number): Promise<Build> {
    const pipeline = await this.pipelinesStore.lockOf(tx, projectId, id);
    const build = await this.buildsFinder.find(tx, projectId, id);
    if (!pipeline || !build) throw JobNotFound();
    return build;
  }
}
