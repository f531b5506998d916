import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Caller, ProjectId } from '@hearth/contract-kit';
import { networkOf } from '@hearth/http';
import { ThreadFailed, ThreadPool, ThreadsBusy } from '@hearth/threads';
import { failedLint, type Lint, type LintTask } from '../plans/lint.rules.js';
import type { MissingFacts } from './conditions/known-facts.js';
import type { Plan, PlanTask } from '../plans/new-pipeline.rules.js';
import { TooManyConfigurations } from '../refusals.js';

/** A backstop: the cost of a configuration is bounded while it is read, to a second of a core at most. */
const LIMITS = { deadlineMs: 30_000, memoryMb: 256 };
const FAILURES = {
  time: 'The configuration takes too much time to read',
  memory: 'The configuration takes too much memory to read',
};

/** Reads configurations, and evaluates their patterns, in worker threads. All methods throw TooManyConfigurations when the queue is full. */
@Injectable()
export class ConfigurationThreads implements OnApplicationShutdown {
  constructor(
    private readonly pool = new ThreadPool({
      program: new URL('./configuration-thread.js', import.meta.url),
      ...LIMITS,
    }),
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /** Returns the errors of a text. */
  lint(
    text: string,
    { principal, clientAddress }: Pick<Caller, 'principal' | 'clientAddress'>,
  ): Promise<readonly string[]> {
    const caller = principal ? `user ${principal.userId}` : `network ${networkOf(clientAddress)}`;
    return this.run<readonly string[]>('lint', text, caller, (failure) => [failure]);
  }

  /** Plans the rows of a pipeline. */
  plan(task: PlanTask): Promise<Plan> {
    return this.run<Plan>('plan', task, projectKey(task.event.project.id), (failure) => ({ errors: [failure] }));
  }

  /** Checks the configuration of a project. */
  lintForProject(task: LintTask): Promise<Lint | { readonly missing: MissingFacts }> {
    return this.run<Lint | { missing: MissingFacts }>(
      'lintForProject',
      task,
      projectKey(task.event.project.id),
      (failure) => failedLint([failure]),
    );
  }

  /** Reads the test coverage from the end of a trace; null without a match. */
  coverage(projectId: ProjectId, text: string, pattern: string): Promise<number | null> {
    return this.run<number | null>('coverage', { text, pattern }, projectKey(projectId), () => null);
  }

  private async run<Result>(
    task: string,
    input: unknown,
    caller: string,
    failed: (failure: string) => Result,
  ): Promise<Result> {
    try {
      return await this.pool.run<Result>(task, input, caller);
    } catch (error) {
      if (error instanceof ThreadsBusy) throw TooManyConfigurations();
      if (error instanceof ThreadFailed) return failed(FAILURES[error.limit]);
      throw error;
    }
  }
}

const projectKey = (id: number): string => `project ${id}`;
