import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import type { Dependencies } from '../artifacts/artifacts.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { ProjectsStore } from '../pipelines/projects.store.js';
import type { PollingRunner } from '../runners/runners.store.js';
import { ALONE, Batcher } from './batcher.js';
import { IdTokenFacts } from './id-tokens.facts.js';
import { JobPayloadFacts, type JobPayload } from './job-payload.facts.js';
import { OtherJobsFacts } from './other-jobs.facts.js';
import { HideSecrets } from '../traces/hide-secrets.js';
import type { BeginningTrace } from '../traces/traces.store.js';
import { TakesStore, queuesServedBy, type RunnerRequest, type AssignedJob, type Machine } from './takes.store.js';

/** Job that was taken, with the jobs of other pipelines whose artifacts it gets. */
interface BeginningJob extends BeginningTrace {
  readonly pipelineId: number;
  readonly otherJobIds: readonly number[];
}

/** Assigns a job to a runner that requests one, and requeues jobs that the runner never received. */
@Injectable()
export class TakeJob {
  private readonly takes = new Batcher(this.assign.bind(this));
  private readonly begins = new Batcher(this.begin.bind(this));

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
   * Fails jobs whose dependencies have lost their artifacts, returns jobs of projects outside the runner's group to the queue, leaves jobs that
   * were canceled or deleted meanwhile, and continues with the next job.
   * @param machine the requesting one, with the scheme, host and port that it used
   * @param signal aborted when it disconnects: it would not receive the job, which is then for other runners
   * @returns undefined when there is no job for the runner
   */
  async execute(
    runner: PollingRunner,
    { baseUrl, ...machine }: Machine & { readonly baseUrl: string },
    signal: AbortSignal,
  ): Promise<JobPayload | undefined> {
    while (runner.active && !signal.aborted) {
      const token = newToken();
      const asking = { ...machine, runner, tokenHash: tokenHash(token) };
      const taken = await this.takes.run(asking, queuesServedBy(runner));
      if (!taken) return undefined;
      try {
        const own = await this.jobPayloadFacts.of(taken.projectId, taken.id, token);
        const { groupIds } = own.project;
        if (runner.groupId !== null && !groupIds.includes(runner.groupId)) {
          await this.requeue(taken, (tx) => this.projectsStore.saveGroups(tx, taken.projectId, groupIds));
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
        const hasBegun = !signal.aborted && (await this.begins.run(this.beginning(taken, complete, others)));
        if (!signal.aborted) {
          if (hasBegun) return complete;
          continue;
        }
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

  private beginning({ id, tokenHash }: AssignedJob, payload: JobPayload, others: Dependencies): BeginningJob {
    const { build, token, secrets } = payload;
    const sealed = this.hideSecrets.sealed(id, [token, ...secrets.map(({ value }) => value)]);
    return { id, tokenHash, sealed, pipelineId: build.pipelineId, otherJobIds: others.found.map((job) => job.id) };
  }

  /**
   * Runs in a transaction of its own: the jobs are locked before their pipelines when they are taken, and after them everywhere else.
   * @returns whether each job is still assigned to its request
   */
  private begin(jobs: readonly BeginningJob[], isAlone: boolean): Promise<(boolean | typeof ALONE)[]> {
    const pipelineIds = new Set(jobs.map(({ pipelineId }) => pipelineId));
    return this.advancePipeline.startJobs(pipelineIds, isAlone, async (tx, locked) => {
      const free = jobs.filter(({ pipelineId }) => locked.has(pipelineId));
      const begun = await this.hideSecrets.within(tx, free);
      for (const { id, tokenHash, otherJobIds } of free)
        if (begun.has(tokenHash) && otherJobIds.length > 0) await this.takesStore.setOtherJobs(tx, id, otherJobIds);
      return jobs.map(({ pipelineId, tokenHash }) =>
        isAlone || locked.has(pipelineId) ? begun.has(tokenHash) : ALONE,
      );
    });
  }

  /** Assigns jobs to requests, as far as there are some. */
  private async assign(
    requests: readonly RunnerRequest[],
    isAlone: boolean,
  ): Promise<(AssignedJob | null | typeof ALONE)[]> {
    const jobs = await this.db.tx((tx) => this.takesStore.take(tx, requests, isAlone));
    return requests.map(({ tokenHash }) => jobs.get(tokenHash) ?? (isAlone || jobs.has(tokenHash) ? null : ALONE));
  }
}

function together(own: Dependencies, others: Dependencies): Dependencies {
  return {
    found: [...own.found, ...others.found],
    variables: [...own.variables, ...others.variables],
    someGone: own.someGone || others.someGone,
  };
}
