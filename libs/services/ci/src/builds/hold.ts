import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { PipelinesStore, type Pipeline } from '../pipelines/pipelines.store.js';
import { JobNotFound } from '../refusals.js';
import { BuildsFinder, type Build } from './builds.finder.js';
import { BuildsStore } from './builds.store.js';

/** Holds a job while it is changed: its pipeline is locked, as by everything that changes jobs of it. */
@Injectable()
export class HoldBuild {
  constructor(
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly buildsFinder: BuildsFinder,
  ) {}

  /** @throws JobNotFound */
  async within(tx: Tx, projectId: ProjectId, id: number): Promise<{ pipeline: Pipeline; build: Build }> {
    const pipelineId = await this.buildsStore.pipelineOf(tx, projectId, id);
    const pipeline = pipelineId && (await this.pipelinesStore.lock(tx, projectId, pipelineId));
    const build = await this.buildsFinder.find(tx, projectId, id);
    if (!pipeline || !build) throw JobNotFound();
    return { pipeline, build };
  }
}
