import type { NewBuild } from '../builds/build-data.js';
import type { Pipeline } from '../pipelines/pipelines.store.js';
import { variablesOfEnvironment } from '../variables/environment-scope.rules.js';
import type { BuildVariable, ScopedVariable } from '../variables/variable.rules.js';
import { Globs } from '../configuration/conditions/glob.rules.js';
import { PlanFacts, type KnownFacts, type MissingFacts } from '../configuration/conditions/known-facts.js';
import type { JobRuleResult } from '../configuration/conditions/job-rules.rules.js';
import { firstMatch, type RuleContext } from '../configuration/conditions/rules.rules.js';
import { checkName, workflowResult, type AutoCancel } from '../configuration/conditions/workflow.rules.js';
import type { Fields } from '../configuration/checks.rules.js';
import { ConfigurationInvalid, invalid, ofParts } from '../configuration/configuration-invalid.js';
import { located, type Source } from '../configuration/composition/sources.js';
import { keyError } from '../resource-groups/resource-group.rules.js';
import { isEdge, placesOf, readIn, type Configuration, type NamedJob } from '../configuration/configuration.rules.js';
import type { ConfiguredEnvironment } from '../configuration/entries.rules.js';
import { Patterns } from '../configuration/regexp.rules.js';
import { isWanted } from '../configuration/conditions/policy.rules.js';
import { listed, predefined, type EnvironmentContext, type PipelineContext } from '../pipelines/predefined.rules.js';
import { withFileKeys } from './cache-keys.rules.js';
import { withPlannedNeeds } from './planned-needs.rules.js';
import { expanded, inheritedVariables, partlyExpanded, valuesOf, type Values } from '../pipelines/variables.rules.js';

const SKIP = /\[(?:ci[ _-]skip|skip[ _-]ci)\]/i;
/** Placeholders in planned texts for values that are known once their rows are written. No value contains a NUL. */
const PLACEHOLDERS = { id: '\0id\0', iid: '\0iid\0', slug: '\0slug\0' };

/** The longest number of a pipeline. */
const MOST_IID = String(2 ** 31 - 1);

/** Job to create in a pipeline. */
export interface PlannedBuild extends NewBuild {
  /** Its environment, with placeholders in name and URL. */
  readonly environment: ConfiguredEnvironment | null;
  /** With placeholders. */
  readonly resourceGroup: string | null;
}

/** Input of a plan. */
export interface PlanTask {
  /** Files by path; at least the configuration. */
  readonly files: Readonly<Record<string, string>>;
  /** Variables of the instance, groups, project and pipeline, of all environments. The plan depends on them, but does not contain them. */
  readonly variables: readonly ScopedVariable[];
  readonly event: PlanEvent;
  /** Values of the inputs of the configuration. */
  readonly inputs?: Fields;
  /** Known facts about the repository. */
  readonly facts: KnownFacts;
}

/** Source, ref and user of a pipeline. */
export type PlanEvent = PipelineContext;

/** The rows of a pipeline. */
export interface PipelineRows {
  /** In the order of their stages. */
  readonly builds: readonly PlannedBuild[];
  /** Variables of the configuration for all jobs. */
  readonly variables: readonly BuildVariable[];
  /** Parts of its name, between which its number is; null without a name. */
  readonly name: readonly string[] | null;
  readonly autoCancel: AutoCancel;
  readonly refusal: null;
}

/** A configuration that has no jobs for a pipeline. */
export interface NoPipeline {
  readonly builds: readonly never[];
  /** In the API's words. */
  readonly refusal: string;
}

/** Errors of a configuration, in the API's words. */
export interface PlanErrors {
  readonly errors: readonly string[];
}

/** The rows of a pipeline, the reason for which there is none, the errors of its configuration, or the facts that the plan needs besides. */
export type Plan = PipelineRows | NoPipeline | PlanErrors | { readonly missing: MissingFacts };

/** Returns whether a commit message asks to skip CI. */
export function skipsCi(message: string): boolean {
  return SKIP.test(message);
}

/** Reads the configuration of a pipeline, and plans its rows. */
export function plannedRows(task: PlanTask): Plan {
  const { started, read } = readTask(task);
  if ('errors' in read) return read;
  return 'missing' in read ? { missing: read.missing } : planOf(read.configuration, started);
}

/** Reads the configuration of a pipeline, for `planOf`. */
export function readTask(task: PlanTask): {
  readonly started: Started;
  readonly read: Exclude<ReturnType<typeof readIn>, { error: string }> | PlanErrors;
} {
  const started = startOf(task);
  const variables = plannedValues({ ...started, common: [] }, WORKFLOW);
  const { configPath, source: origin } = task.event.pipeline;
  const source = { name: configPath, text: task.files[configPath]! };
  const { sources } = started;
  const context = {
    ...started.conditions,
    variables,
    hasProject: true,
    hasParent: origin === 'parent_pipeline',
    sources,
  };
  const read = readIn(context, source, task.inputs);
  sources.push(source);
  if (read.error === null) return { started, read };
  return { started, read: { errors: located(read.errors, sources) } };
}

function startOf({ event, variables, facts: known }: PlanTask): Started {
  const [patterns, facts] = [new Patterns(), new PlanFacts(known)];
  const conditions = { patterns, globs: new Globs(patterns), facts };
  return { event, given: variables, general: variablesOfEnvironment(variables, null), conditions, sources: [] };
}

/** Data that the conditions and variables of all jobs of a plan share. */
interface Planning {
  readonly event: PlanEvent;
  readonly given: readonly ScopedVariable[];
  /** Those of `given` for jobs without an environment. */
  readonly general: readonly BuildVariable[];
  readonly common: readonly BuildVariable[];
  readonly conditions: Omit<RuleContext, 'variables'>;
  /** The files of the configuration, in the order in which they are merged. */
  readonly sources: Source[];
}

/** Planning before the variables of the configuration are known. */
export type Started = Omit<Planning, 'common'>;

/** Plans the rows of a configuration; errors when its conditions cannot be evaluated. */
export function planOf(configuration: Configuration, started: Started): Plan {
  try {
    return rowsOf(configuration, started);
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return { errors: located(error.errors, started.sources) };
    throw error;
  }
}

/** @throws ConfigurationInvalid */
function rowsOf({ stages, jobs, variables, workflow }: Configuration, started: Started): Plan {
  const { conditions } = started;
  const ofWorkflow = workflowResult(workflow, {
    ...conditions,
    variables: plannedValues({ ...started, common: listed(variables) }, WORKFLOW),
  });
  const common = listed({ ...variables, ...ofWorkflow?.variables });
  const places = placesOf(stages);
  const plannedOf = (job: NamedJob) => plannedBuild(job, places.get(job.stage)!, { ...started, common }) ?? [];
  const builds = ofParts(jobs, (parts) => parts.flatMap(plannedOf)).flat();
  const { missing } = conditions.facts;
  if (missing) return { missing };
  const none = (refusal: string) => ({ builds: [], refusal });
  if (!ofWorkflow) return none('Pipeline filtered out by workflow rules.');
  if (builds.every(({ stage }) => isEdge(stage))) return none('No stages / jobs for this pipeline.');
  const ordered = withPlannedNeeds(builds)
    .map(({ configured: _, ...build }) => build)
    .toSorted((a, b) => a.stageIndex - b.stageIndex);
  const name = plannedName(workflow.name, { ...started, common });
  return { builds: ordered, variables: common, name, autoCancel: ofWorkflow.autoCancel, refusal: null };
}

/** Expands variables in the name of a pipeline. @throws ConfigurationInvalid */
function plannedName(name: string | undefined, planning: Planning): PipelineRows['name'] {
  if (name === undefined) return null;
  const { event } = planning;
  const numbered = { ...event, pipeline: { ...event.pipeline, iid: PLACEHOLDERS.iid } };
  const text = expanded(name, plannedValues({ ...planning, event: numbered }, WORKFLOW)).trim();
  checkName(text.replaceAll(PLACEHOLDERS.iid, MOST_IID));
  return text === '' ? null : text.split(PLACEHOLDERS.iid);
}

/** Stands for a job where there is none. */
const WORKFLOW = { name: '', stage: '', when: 'on_success', variables: [] } as const;

/** Plans a job; undefined when the pipeline does not include it. */
function plannedBuild(configured: NamedJob, stageIndex: number, planning: Planning) {
  const { only, except, rules, retries, environment, resourceGroup, variables: own, ...job } = configured;
  const { ref, tag, source } = planning.event.pipeline;
  const projectPath = planning.event.project.fullPath;
  const context = {
    ...planning.conditions,
    variables: plannedValues(planning, { ...job, variables: listed(own) }),
  };
  const match: JobRuleResult | undefined = rules ? firstMatch(rules, context) : { variables: {} };
  const when = match?.when ?? job.when;
  if (!match || when === 'never') return undefined;
  if (!isWanted(only, except, { ...context, ref, tag, source, projectPath })) return undefined;
  const variables = listed({ ...own, ...match.variables });
  const needs = match.needs ?? configured.needs;
  const planned = { ...job, needs, when, allowFailure: match.allowFailure ?? job.allowFailure, variables };
  const { caches, interruptible, ...rest } = job.options;
  const { startInSeconds } = match;
  const options = {
    ...rest,
    ...((match.interruptible ?? interruptible) && { interruptible: true as const }),
    ...(startInSeconds !== undefined && { startInSeconds }),
    ...(caches && { caches: withFileKeys(caches, planning.conditions.facts) }),
  };
  const deploys = environment && plannedEnvironment(environment, planning, planned);
  const isProtected = planning.event.protected;
  return {
    ...{ ...planned, options, retries, stageIndex },
    ...{ protected: isProtected, environment: deploys },
    resourceGroup: resourceGroup === null ? null : plannedKey(resourceGroup, planning, planned, deploys),
  };
}

/** Ids of a pipeline, which are known once its row is written. */
type PipelineIds = Pick<Pipeline, 'id' | 'iid'>;

function withIds(text: string, { id, iid }: PipelineIds): string {
  return text.replaceAll(PLACEHOLDERS.id, String(id)).replaceAll(PLACEHOLDERS.iid, String(iid));
}

/** Returns the name of an environment before there is a pipeline: it has the variables for the ids of the pipeline. */
export function unnumberedName(name: string): string {
  return name.replaceAll(PLACEHOLDERS.id, '$CI_PIPELINE_ID').replaceAll(PLACEHOLDERS.iid, '$CI_PIPELINE_IID');
}

/** Returns the name of a job's environment; undefined for a job without one. */
export function environmentName({ environment }: PlannedBuild, pipeline: PipelineIds): string | undefined {
  return environment ? withIds(environment.name, pipeline) : undefined;
}

/** Sets the environment and the resource group of a job, which depend on ids and slugs that are now known. */
export function completed(build: PlannedBuild, pipeline: PipelineIds, slugOf: ReadonlyMap<string, string>): NewBuild {
  const { environment, resourceGroup, ...rest } = build;
  const name = environmentName(build, pipeline);
  const slug = name === undefined ? undefined : slugOf.get(name);
  const filled = (text: string) => withIds(text, pipeline).replaceAll(PLACEHOLDERS.slug, slug ?? '');
  const job = { ...rest, resourceGroup: resourceGroup === null ? null : filled(resourceGroup) };
  if (!environment || name === undefined) return job;
  const url = environment.url === null ? null : filled(environment.url);
  return { ...job, options: { ...job.options, environment: { ...environment, name, url, slug } } };
}

/**
 * Expands variables in the name and the URL of an environment. All variables of the job are available; the URL keeps those that are not set, because
 * jobs may report them.
 */
function plannedEnvironment(
  environment: ConfiguredEnvironment,
  planning: Planning,
  job: PlannedJob,
): ConfiguredEnvironment {
  const identified = withPlaceholders(planning);
  const name = expanded(environment.name, plannedValues(identified, job));
  const values = plannedValues(identified, job, { name, slug: PLACEHOLDERS.slug });
  return { ...environment, name, url: environment.url === null ? null : partlyExpanded(environment.url, values) };
}

/** Expands variables in the key of a resource group. @throws ConfigurationInvalid for a key that no group may have */
function plannedKey(
  resourceGroup: string,
  planning: Planning,
  job: PlannedJob,
  environment: ConfiguredEnvironment | null,
): string {
  const deployed = environment && { name: environment.name, slug: PLACEHOLDERS.slug };
  const key = expanded(resourceGroup, plannedValues(withPlaceholders(planning), job, deployed));
  const failure = keyError(Object.values(PLACEHOLDERS).reduce((text, each) => text.replaceAll(each, '1'), key));
  if (failure !== undefined) throw invalid(`jobs:${job.name}`, `resource group ${failure}`);
  return key;
}

function withPlaceholders(planning: Planning): Planning {
  const { event } = planning;
  const { id, iid } = PLACEHOLDERS;
  return { ...planning, event: { ...event, pipeline: { ...event.pipeline, id, iid } } };
}

type PlannedJob = Pick<NewBuild, 'name' | 'stage' | 'when' | 'variables'> & {
  readonly options?: Pick<NewBuild['options'], 'inheritVariables'>;
};

/** Returns the values of a job's variables at planning. They are computed lazily, because most jobs do not need them. */
function plannedValues(planning: Planning, job: PlannedJob, environment: EnvironmentContext | null = null): Values {
  let values: Values | undefined;
  const { event, given, general } = planning;
  const common = inheritedVariables(planning.common, job.options ?? {});
  const compute = () => {
    const secrets = environment ? variablesOfEnvironment(given, environment.name) : general;
    const sources = { shared: sharedOf(event), common, secrets, environment, configured: job.variables };
    return valuesOf({ ...event, job, run: null }, sources);
  };
  return { get: (key) => (values ??= compute()).get(key) };
}

const shared = new WeakMap<PlanEvent, readonly BuildVariable[]>();

/** Returns the predefined variables that do not depend on the job, made once for the up to a thousand jobs of a plan. */
function sharedOf(event: PlanEvent): readonly BuildVariable[] {
  const known = shared.get(event) ?? predefined({ ...event, run: null });
  shared.set(event, known);
  return known;
}
