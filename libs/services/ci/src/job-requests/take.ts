import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import type { Dependencies } from '../artifacts/artifacts.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { ProjectsStore } from '../pipelines/projects.store.js';
import type { PollingRunner } from '../runners/runners.store.js';
import { IdTokenFacts } from './id-tokens.facts.js';
import { JobPayloadFacts, type JobPayload } from './job-payload.facts.js';
import { OtherJobsFacts } from './other-jobs.facts.js';
import { HideSecrets } from '../traces/hide-secrets.js';
import { TakesStore, type AssignedJob, type Machine, type TakenJob } from './takes.store.js';

/** Assigns a job to a runner that requests one, and requeues jobs that the runner never received. */
@Injectable()
export class TakeJob {
  constructor(
    private readonly db: Database,
    private readonly takesStore: TakesStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly jobPayloadFacts: JobPayloadFacts,
    private readonly hideSecrets: HideSecrets,
    private readonly idTokenFacts: IdTokenFacts,
    private readonly otherJobsFacts: OtherJobsFacts,
    private readonly projectsStore: ProjectsStore,
  ) {}

  /**
   * Fails jobs whose dependencies have lost their artifacts, returns jobs of projects outside the runner's group to the queue, and continues
   * with the next job.
   * @param machine the requesting one, with the scheme, host and port that it used
   * @param signal aborted when it disconnects: it would not receive the job, which is then for other runners
   * @returns undefined when there is no job for the runner
   */
  async execute(
    runner: PollingRunner,
    { baseUrl, ...machine }: Machine & { readonly baseUrl: string },
    signal: AbortSignal,
  ): Promise<JobPayload | undefined> {
    while (runner.active) {
      const token = newToken();
      const hash = tokenHash(token);
      const job = await this.db.tx((tx) => this.takesStore.take(tx, runner, machine, hash));
      if (!job) return undefined;
      const taken = { ...job, tokenHash: hash };
      try {
        const own = await this.jobPayloadFacts.of(job.projectId, job.id, token);
        const { groupIds } = own.project;
        if (runner.groupId !== null && !groupIds.includes(runner.groupId)) {
          await this.requeue(taken, (tx) => this.projectsStore.saveGroups(tx, job.projectId, groupIds));
          continue;
        }
        const others = await this.otherJobsFacts.of(own);
        const payload = { ...own, dependencies: together(own.dependencies, others) };
        if (payload.dependencies.someGone) {
          await this.failIncomplete(taken);
          continue;
        }
        const idTokens = await this.idTokenFacts.of(payload, baseUrl);
        const complete = { ...payload, secrets: [...payload.secrets, ...idTokens] };
        await this.begin(
          job,
          complete,
          others.found.map(({ id }) => id),
        );
        if (!signal.aborted) return complete;
      } catch (error) {
        await this.requeue(taken);
        throw error;
      }
      await this.requeue(taken);
      return undefined;
    }
    return undefined;
  }

  /**
   * Requeues jobs of a runner that has requested other jobs for a minute or longer without a report on them: the response with the job was
   * lost, as runners report within seconds. While the machine sends no requests its state is unknown, and it keeps the job.
   * @param system the requesting machine, among those that share the runner's token
   */
  async requeueSilent(runnerId: number, system: string): Promise<void> {
    const silent = await this.db.tx((tx) => this.takesStore.markSilent(tx, runnerId, system));
    for (const job of silent.filter(({ isLost }) => isLost)) await this.requeue(job);
  }

  /** Fails it as a job without a runner. It is not retried: the missing artifacts do not come back. */
  private failIncomplete(job: AssignedJob): Promise<void> {
    return this.advancePipeline.changeJob(job.projectId, job.id, (tx) =>
      this.takesStore.drop(tx, job, 'missing_dependency_failure'),
    );
  }

  /**
   * Returns the job to the queue and revokes its token. A job that its runner has reported on stays with it.
   * @param before runs in the same transaction
   */
  private requeue(job: AssignedJob, before?: (tx: Tx) => Promise<void>): Promise<void> {
    return this.advancePipeline.changeJob(job.projectId, job.id, async (tx) => {
      await before?.(tx);
      await this.takesStore.requeue(tx, job);
    });
  }

  /** Runs in a transaction of its own: the job is locked before its pipeline when it is taken, and after it everywhere else. */
  private begin({ projectId, id }: TakenJob, { secrets, token }: JobPayload, others: readonly number[]) {
    const values = [token, ...secrets.map(({ value }) => value)];
    return this.advancePipeline.startJob(projectId, id, async (tx) => {
      if (others.length > 0) await this.takesStore.setOtherJobs(tx, id, others);
      await this.hideSecrets.within(tx, id, values);
    });
  }
}

function together(own: Dependencies, others: Dependencies): Dependencies {
  return {
    found: [...own.found, ...others.found],
    variables: [...own.variables, ...others.variables],
    someGone: own.someGone || others.someGone,
  };
}
