import type { BuildVariable, NewBuild } from '../builds/builds.store.js';
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

/** The default of GitLab, in seconds. */
const TIMEOUT_SECONDS = 3_600;
const SKIP = /\[(?:ci[ _-]skip|skip[ _-]ci)\]/i;
/** Stand in planned texts for what is known once their rows are written. No value contains a NUL. */
const HOLES = { pipelineId: '\0pipeline\0', slug: '\0slug\0' };

/** A job that a pipeline is to have. */
export interface PlannedBuild extends NewBuild {
  /** Where it deploys to; its name and URL may have holes. */
  readonly environment: ConfiguredEnvironment | null;
}

/** Input of a plan. */
export interface PlanTask {
  /** Texts by their paths, at least that of the configuration. */
  readonly files: Readonly<Record<string, string>>;
  /** Variables of groups, the project and the pipeline: what they decide is kept, but not they themselves. */
  readonly variables: readonly BuildVariable[];
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
  /** Variables of the configuration that all of them get. */
  readonly variables: readonly BuildVariable[];
}

/** Whether the message of a commit asks for no jobs. */
export function skipsCi(message: string): boolean {
  return SKIP.test(message);
}

/** Reads the configuration of a pipeline, and plans its rows. @returns what is wrong with the configuration, in the API's words */
export function plannedRows({ files, variables: secrets, event }: PlanTask): PipelineRows | { readonly error: string } {
  const read = readConfiguration(files[event.pipeline.configPath]!);
  if (read.error !== null) return { error: read.error };
  const { stages, jobs, variables } = read.configuration;
  const common = listed(variables);
  const { ref, tag, source } = event.pipeline;
  const places = placesOf(stages);
  const builds = jobs.flatMap(({ only, except, variables: own, retries, environment, ...job }): PlannedBuild[] => {
    const configured = listed(own);
    const valuesFor = (context: PipelineContext, named: EnvironmentContext | null) =>
      plannedValues(context, { ...job, variables: configured }, { common, secrets, environment: named });
    const subject = { ref, tag, source, projectPath: event.project.fullPath, variables: valuesFor(event, null) };
    if (!isWanted(only, except, subject)) return [];
    const planned = { ...job, variables: configured, retries, timeoutSeconds: TIMEOUT_SECONDS };
    const deploys = environment && plannedEnvironment(environment, event, valuesFor);
    const stageIndex = places.get(job.stage)!;
    return [{ ...planned, stageIndex, protected: event.protected, environment: deploys }];
  });
  return { builds: builds.toSorted((a, b) => a.stageIndex - b.stageIndex), variables: common };
}

/** The name of the environment that a job deploys to; undefined where it deploys to none. */
export function environmentName({ environment }: PlannedBuild, pipelineId: number): string | undefined {
  return environment?.name.replaceAll(HOLES.pipelineId, String(pipelineId));
}

/** Gives a job its environment, whose slug is known now. */
export function inEnvironment(build: PlannedBuild, pipelineId: number, slugOf: ReadonlyMap<string, string>): NewBuild {
  const { environment, ...rest } = build;
  const name = environmentName(build, pipelineId);
  if (!environment || name === undefined) return rest;
  const slug = slugOf.get(name);
  const url =
    environment.url?.replaceAll(HOLES.pipelineId, String(pipelineId)).replaceAll(HOLES.slug, slug ?? '') ?? null;
  return { ...rest, options: { ...rest.options, environment: { ...environment, name, url, slug } } };
}

/** Puts variables into the name and the URL of an environment, which may contain any variable of the job. */
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

/** What the variables of a job are while it is planned; nothing is looked up for the many jobs that do not ask. */
function plannedValues(
  context: PipelineContext,
  build: Pick<NewBuild, 'name' | 'stage' | 'when' | 'variables'>,
  sources: Omit<VariableSources, 'configured'>,
): Values {
  let values: Values | undefined;
  const job = { ...context, job: build, run: null };
  return { get: (key) => (values ??= valuesOf(job, { ...sources, configured: build.variables })).get(key) };
}
