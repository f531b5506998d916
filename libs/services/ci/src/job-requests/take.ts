import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { BuildsStore } from '../builds/builds.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import type { AskingRunner } from '../runners/runners.store.js';
import { JobPayloadFacts, type JobPayload } from './job-payload.facts.js';
import { HideSecrets } from '../traces/hide-secrets.js';
import { TakesStore, type TakenJob } from './takes.store.js';

/** Gives a job to a runner that asks for one, and takes those back that it has not learnt of. */
@Injectable()
export class TakeJob {
  constructor(
    private readonly db: Database,
    private readonly takesStore: TakesStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly jobPayloadFacts: JobPayloadFacts,
    private readonly buildsStore: BuildsStore,
    private readonly hideSecrets: HideSecrets,
  ) {}

  /**
   * Jobs that can not run since earlier ones have lost their artifacts fail, and others are looked for.
   * @param system the machine that asks, of those that share the runner's token
   * @param signal aborted when it has gone: it would never learn of a job, which is for others then
   * @returns undefined where there is none for it
   */
  async execute(runner: AskingRunner, system: string, signal: AbortSignal): Promise<JobPayload | undefined> {
    while (await this.takesStore.hasJob(this.db, runner)) {
      const token = newToken();
      const hash = tokenHash(token);
      const job = await this.db.tx((tx) => this.takesStore.take(tx, runner, system, hash));
      if (!job) return undefined;
      const payload = await this.begin(job, token, signal);
      if (!payload?.dependencies.someGone) return payload;
      await this.failIncomplete(job, hash);
    }
    return undefined;
  }

  /** @returns undefined where the runner has gone; what it does not get of a job is given back */
  private async begin(
    { projectId, id }: TakenJob,
    token: string,
    signal: AbortSignal,
  ): Promise<JobPayload | undefined> {
    try {
      const payload = await this.jobPayloadFacts.of(projectId, id, token);
      if (payload.dependencies.someGone) return payload;
      await this.advance(projectId, payload);
      if (!signal.aborted) return payload;
    } catch (error) {
      await this.giveBack(projectId, id, tokenHash(token));
      throw error;
    }
    await this.giveBack(projectId, id, tokenHash(token));
    return undefined;
  }

  /**
   * Takes jobs back from a runner that has asked for others for a minute and longer without a word of them: the answer with them was lost, as
   * runners report within seconds. As long as it does not ask nobody knows what it does, and it keeps them.
   * @param system the machine that asks, of those that share the runner's token
   */
  async takeBackSilent(runnerId: number, system: string): Promise<void> {
    const silent = await this.db.tx((tx) => this.takesStore.markSilent(tx, runnerId, system));
    for (const { projectId, id, tokenHash, isLost } of silent)
      if (isLost) await this.giveBack(projectId, id, tokenHash);
  }

  /** In a transaction of its own: the job is locked before its pipeline here, and after it everywhere else. */
  private advance(projectId: ProjectId, { build: { id }, secrets, token }: JobPayload): Promise<unknown> {
    const values = [token, ...secrets.map(({ value }) => value)];
    return this.advancePipeline.by(projectId, id, (tx) => this.hideSecrets.within(tx, id, values));
  }

  /** As one that no runner has had. It is not run again by itself: what it misses does not come back. */
  private failIncomplete({ projectId, id }: TakenJob, hash: string): Promise<unknown> {
    return this.advancePipeline.by(projectId, id, async (tx) => {
      if (await this.takesStore.giveBack(tx, id, hash))
        await this.buildsStore.move(tx, [id], 'drop', 'missing_dependency_failure');
    });
  }

  /** For others; the token that it was taken with is worth nothing from then on. What its runner has said anything of is left to it. */
  private giveBack(projectId: ProjectId, id: number, hash: string): Promise<void> {
    return this.advancePipeline.by(projectId, id, async (tx) => {
      if (await this.takesStore.giveBack(tx, id, hash)) await this.buildsStore.wake(tx);
    });
  }
}
