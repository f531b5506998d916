import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectAccess } from '@hearth/contract-kit';
import { RefProtectionQuery } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { JobNotFound, PipelineNotFound } from '../refusals.js';
import { BuildsFinder } from './builds.finder.js';

/** Who may change jobs of a ref: on a protected branch those who may push to it or merge into it. */
@Injectable()
export class BuildAccessFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly pipelinesStore: PipelinesStore,
    private readonly calls: Calls,
  ) {}

  /** @throws JobNotFound, Forbidden */
  async requireJob(access: ProjectAccess, id: number): Promise<void> {
    const build = await this.buildsFinder.find(this.db, access.project.id, id);
    if (!build) throw JobNotFound();
    await this.requireRef(access, build);
  }

  /** @throws PipelineNotFound, Forbidden */
  async requirePipeline(access: ProjectAccess, id: number): Promise<void> {
    const pipeline = await this.pipelinesStore.find(this.db, access.project.id, id);
    if (!pipeline) throw PipelineNotFound();
    await this.requireRef(access, pipeline);
  }

  /** @throws Forbidden */
  async requireRef(access: ProjectAccess, ref: { ref: string; tag: boolean }): Promise<void> {
    if (!(await this.mayUse(access, ref))) throw Forbidden();
  }

  /** Whether somebody may run jobs of a ref. */
  async mayUse({ project, level }: ProjectAccess, { ref, tag }: { ref: string; tag: boolean }): Promise<boolean> {
    if (tag) return true;
    const { branches } = await this.calls.query(RefProtectionQuery, { projectId: project.id, branches: [ref] });
    const { protected: isProtected, pushLevel, mergeLevel } = branches[0]!;
    const isEnough = (from: number | null) => from === null || (from > 0 && level >= from);
    return !isProtected || isEnough(pushLevel) || isEnough(mergeLevel);
  }
}
