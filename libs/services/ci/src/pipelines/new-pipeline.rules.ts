import type { NewBuild } from '../builds/builds.store.js';
import { variablesOfEnvironment } from '../variables/environment-scope.rules.js';
import type { BuildVariable, ScopedVariable } from '../variables/variable.rules.js';
import { placesOf, readConfiguration } from '../configuration/configuration.rules.js';
import type { ConfiguredEnvironment } from '../configuration/entries.rules.js';
import { isWanted } from '../configuration/policy.rules.js';
import {
  expanded,
  listed,
  valuesOf,
  type EnvironmentContext,
  type PipelineContext,
  type Values,
  type VariableSources,
} from './variables.rules.js';

/** GitLab's default, in seconds. */
const TIMEOUT_SECONDS = 3_600;
const SKIP = /\[(?:ci[ _-]skip|skip[ _-]ci)\]/i;
/** Placeholders in planned texts for values that are known once their rows are written. No value contains a NUL. */
const HOLES = { pipelineId: '\0pipeline\0', slug: '\0slug\0' };

/** Job to create in a pipeline. */
export interface PlannedBuild extends NewBuild {
  /** Its environment, with placeholders in name and URL. */
  readonly environment: ConfiguredEnvironment | null;
}

/** Input of a plan. */
export interface PlanTask {
  /** Files by path; at least the configuration. */
  readonly files: Readonly<Record<string, string>>;
  /** Variables of the instance, groups, project and pipeline, of all environments. The plan depends on them, but does not contain them. */
  readonly variables: readonly ScopedVariable[];
  readonly event: PlanEvent;
}

/** Source, ref and user of a pipeline. */
export interface PlanEvent extends PipelineContext {
  /** Whether its ref is protected. */
  readonly protected: boolean;
}

/** The rows of a pipeline. */
export interface PipelineRows {
  /** In the order of their stages. */
  readonly builds: readonly PlannedBuild[];
  /** Variables of the configuration for all jobs. */
  readonly variables: readonly BuildVariable[];
}

/** Returns whether a commit message asks to skip CI. */
export function skipsCi(message: string): boolean {
  return SKIP.test(message);
}

/** Reads the configuration of a pipeline, and plans its rows. @returns the rows, or the configuration's error in the API's words */
export function plannedRows({ files, variables: given, event }: PlanTask): PipelineRows | { readonly error: string } {
  const read = readConfiguration(files[event.pipeline.configPath]!);
  if (read.error !== null) return { error: read.error };
  const { stages, jobs, variables } = read.configuration;
  const common = listed(variables);
  const general = variablesOfEnvironment(given, null);
  const { ref, tag, source } = event.pipeline;
  const places = placesOf(stages);
  const builds = jobs.flatMap(({ only, except, variables: own, retries, environment, ...job }): PlannedBuild[] => {
    const configured = listed(own);
    const valuesFor = (context: PipelineContext, named: EnvironmentContext | null) =>
      plannedValues(context, { ...job, variables: configured }, () => {
        const secrets = named ? variablesOfEnvironment(given, named.name) : general;
        return { common, secrets, environment: named };
      });
    const subject = { ref, tag, source, projectPath: event.project.fullPath, variables: valuesFor(event, null) };
    if (!isWanted(only, except, subject)) return [];
    const planned = { ...job, variables: configured, retries, timeoutSeconds: TIMEOUT_SECONDS };
    const deploys = environment && plannedEnvironment(environment, event, valuesFor);
    const stageIndex = places.get(job.stage)!;
    return [{ ...planned, stageIndex, protected: event.protected, environment: deploys }];
  });
  return { builds: builds.toSorted((a, b) => a.stageIndex - b.stageIndex), variables: common };
}

/** Returns the name of a job's environment; undefined for a job without one. */
export function environmentName({ environment }: PlannedBuild, pipelineId: number): string | undefined {
  return environment?.name.replaceAll(HOLES.pipelineId, String(pipelineId));
}

/** Sets the environment of a job, whose slug is now known. */
export function inEnvironment(build: PlannedBuild, pipelineId: number, slugOf: ReadonlyMap<string, string>): NewBuild {
  const { environment, ...rest } = build;
  const name = environmentName(build, pipelineId);
  if (!environment || name === undefined) return rest;
  const slug = slugOf.get(name);
  const url =
    environment.url?.replaceAll(HOLES.pipelineId, String(pipelineId)).replaceAll(HOLES.slug, slug ?? '') ?? null;
  return { ...rest, options: { ...rest.options, environment: { ...environment, name, url, slug } } };
}

/** Expands variables in the name and the URL of an environment. All variables of the job are available. */
function plannedEnvironment(
  environment: ConfiguredEnvironment,
  event: PipelineContext,
  valuesFor: (context: PipelineContext, named: EnvironmentContext | null) => Values,
): ConfiguredEnvironment {
  const context = { ...event, pipeline: { ...event.pipeline, id: HOLES.pipelineId } };
  const name = expanded(environment.name, valuesFor(context, null));
  const values = valuesFor(context, { name, slug: HOLES.slug });
  return { ...environment, name, url: environment.url === null ? null : expanded(environment.url, values) };
}

/** Returns the values of a job's variables at planning. They are computed lazily, because most jobs do not need them. */
function plannedValues(
  context: PipelineContext,
  build: Pick<NewBuild, 'name' | 'stage' | 'when' | 'variables'>,
  sourcesOf: () => Omit<VariableSources, 'configured'>,
): Values {
  let values: Values | undefined;
  const job = { ...context, job: build, run: null };
  return { get: (key) => (values ??= valuesOf(job, { ...sourcesOf(), configured: build.variables })).get(key) };
}
