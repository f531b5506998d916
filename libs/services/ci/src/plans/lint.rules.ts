import { dump } from 'js-yaml';
import type { ConfiguredJob } from '../configuration/job.rules.js';
import type { MissingFacts } from '../configuration/conditions/known-facts.js';
import { planOf, readTask, unnumberedName, type PlannedBuild, type PlanTask } from './new-pipeline.rules.js';

/** Configuration to check as that of a pipeline. */
export interface LintTask extends PlanTask {
  /** Whether conditions are evaluated: the jobs are those of the pipeline. */
  readonly dryRun: boolean;
}

/** Job of a checked configuration. */
export interface LintedJob {
  readonly name: string;
  readonly stage: string;
  readonly script: readonly string[];
  readonly afterScript: readonly string[];
  readonly tags: readonly string[];
  readonly environment: string | null;
  readonly when: string;
  readonly allowFailure: boolean;
  /** Names of the jobs that it needs; null: all jobs of earlier stages. */
  readonly needs: readonly string[] | null;
}

/** A checked configuration. */
export interface Lint {
  readonly errors: readonly string[];
  /** The configuration as YAML, with everything that it includes, extends and references; null for one that cannot be composed. */
  readonly merged: string | null;
  readonly jobs: readonly LintedJob[];
}

/** Checks a configuration as that of a pipeline. */
export function lintOf(task: LintTask): Lint | { readonly missing: MissingFacts } {
  const { started, read } = readTask(task);
  if ('errors' in read) return failedLint(read.errors);
  if ('missing' in read) return read;
  const { configuration } = read;
  const plan = task.dryRun ? planOf(configuration, started) : { builds: configuration.jobs, refusal: null };
  if ('missing' in plan) return plan;
  const merged = dump(read.merged, { noRefs: true, lineWidth: -1 });
  if ('errors' in plan) return { ...failedLint(plan.errors), merged };
  return { errors: plan.refusal === null ? [] : [plan.refusal], merged, jobs: plan.builds.map(linted) };
}

/** Returns the result for a configuration that cannot be checked further. */
export function failedLint(errors: readonly string[]): Lint {
  return { errors, merged: null, jobs: [] };
}

function linted(job: ConfiguredJob | PlannedBuild): LintedJob {
  const { name, stage, options, tags, environment, when, allowFailure, needs } = job;
  return {
    ...{ name, stage, script: options.script ?? [], afterScript: options.afterScript ?? [], tags, when, allowFailure },
    environment: environment && unnumberedName(environment.name),
    needs: needs?.map((need) => (typeof need === 'string' ? need : need.job)) ?? null,
  };
}
