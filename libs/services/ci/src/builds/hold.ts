import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { JobNotFound } from '../refusals.js';
import { BuildsFinder, type Build } from './builds.finder.js';

/** Holds a job while it is changed: its pipeline is locked, as by everything that changes jobs of it. */
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
