import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { BuildsStore } from '../builds/builds.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import type { AskingRunner } from '../runners/runners.store.js';
import { JobPayloadFacts, type JobPayload } from './job-payload.facts.js';
import { TakesStore } from './takes.store.js';

/** Gives a job to a runner that asks for one. */
@Injectable()
export class TakeJob {
  constructor(
    private readonly db: Database,
    private readonly takesStore: TakesStore,
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly jobPayloadFacts: JobPayloadFacts,
  ) {}

  /** @returns undefined where there is none for it */
  async execute(runner: AskingRunner): Promise<JobPayload | undefined> {
    if (!(await this.takesStore.hasJob(this.db, runner))) return undefined;
    const token = newToken();
    const hash = tokenHash(token);
    const job = await this.db.tx((tx) => this.takesStore.take(tx, runner, hash));
    if (!job) return undefined;
    try {
      await this.advance(job.projectId, job.id);
      return await this.jobPayloadFacts.of(job.projectId, job.id, token);
    } catch (error) {
      // The runner would never learn of it, and the job run until it counts as stuck.
      await this.giveBack(job.projectId, job.id, hash);
      throw error;
    }
  }

  /** In a transaction of its own: the job is locked before its pipeline here, and after it everywhere else. */
  private advance(projectId: ProjectId, id: number): Promise<unknown> {
    return this.advancePipeline.by(projectId, id, () => Promise.resolve());
  }

  private giveBack(projectId: ProjectId, id: number, hash: string): Promise<void> {
    return this.advancePipeline.by(projectId, id, async (tx) => {
      await this.takesStore.giveBack(tx, id, hash);
      await this.buildsStore.wake(tx);
    });
  }
}
