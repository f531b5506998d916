import { LRUCache } from 'lru-cache';
import { areTexts, field, isFields, isGiven, type Fields } from './checks.rules.js';
import {
  attempted,
  ConfigurationInvalid,
  each,
  invalid,
  ofJob,
  ofParts,
  together,
  type ConfigurationError,
  type Faults,
} from './configuration-invalid.js';
import { workflowIn, type Workflow } from './conditions/workflow.rules.js';
import { Globs } from './conditions/glob.rules.js';
import { PlanFacts, type MissingFacts } from './conditions/known-facts.js';
import type { IncludeContext } from './composition/includes.rules.js';
import { readWithInputs } from './composition/interpolation.rules.js';
import { composed } from './composition/composed.rules.js';
import { located, type Source } from './composition/sources.js';
import { defaultsIn, GLOBAL_ENTRIES } from './defaults.rules.js';
import type { ConfiguredVariables } from '../variables/variable.rules.js';
import { variablesIn } from './entries.rules.js';
import { jobsIn, type ConfiguredJob } from './job.rules.js';
import { CONFIG_PATH } from '../pipelines/predefined.rules.js';
import { checkNeeds, type Need } from './needs.rules.js';
import { isOfJob } from './parallel.rules.js';
import { Patterns } from './regexp.rules.js';
import { MOST_TEXT, TooBig } from './yaml.rules.js';

/** Content of a `.gitlab-ci.yml`. */
export interface Configuration {
  /** In the order in which they run. */
  readonly stages: readonly string[];
  readonly jobs: readonly NamedJob[];
  /** Variables of all jobs. */
  readonly variables: ConfiguredVariables;
  readonly workflow: Workflow;
}

const GLOBAL_KEYS = [...GLOBAL_ENTRIES, 'variables', 'stages', 'types', 'workflow', 'default'];
const DEFAULT_STAGES = ['build', 'test', 'deploy'];
/** A pipeline is one transaction with that many rows. */
const MOST_JOBS = 1_000;

interface Complete {
  readonly configuration: Configuration;
  /** Its map, with everything that it includes, extends and references. */
  readonly merged: Fields;
  readonly error: null;
}
interface Faulty {
  /** All errors, one in a line. */
  readonly error: string;
  readonly errors: readonly ConfigurationError[];
}
interface Incomplete {
  readonly missing: MissingFacts;
  readonly error: null;
}

/**
 * Reads a `.gitlab-ci.yml`, without a project whose files it can include.
 * @returns the configuration, or its errors
 */
export function readConfiguration(text: string): Complete | Faulty {
  const read = readIn(alone(), { name: CONFIG_PATH, text });
  return 'missing' in read ? faulty(new ConfigurationInvalid('include config needs a project')) : read;
}

/**
 * Reads the `.gitlab-ci.yml` of a pipeline.
 * @param inputs values of its inputs; texts are read as the types of these
 * @returns the facts without which it is not complete, or as `readConfiguration`
 */
export function readIn(context: IncludeContext, source: Source, inputs: Fields = {}): Complete | Faulty | Incomplete {
  const faults: Faults = { errors: [], entries: new Set() };
  try {
    const value = readWithInputs(source.text, inputs, { ...context, readsTexts: true });
    const merged = composed(value, source, context, faults);
    if (!merged) return { missing: context.facts.missing!, error: null };
    if (faults.errors.length > 0) throw new ConfigurationInvalid(withErrorsOf(merged, faults));
    return { configuration: knownConfiguration(merged), merged, error: null };
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return faulty(error);
    throw error;
  }
}

/** Adds the errors of the other entries. All jobs depend on the global ones. */
function withErrorsOf(merged: Fields, { errors, entries }: Faults): readonly ConfigurationError[] {
  if (!GLOBAL_KEYS.some((name) => entries.has(name))) attempted(errors, () => configurationOf(merged, [...entries]));
  return errors;
}

function faulty({ message, errors }: ConfigurationInvalid): Faulty {
  return { error: message, errors };
}

function alone(): IncludeContext {
  const patterns = new Patterns();
  const facts = new PlanFacts({ changes: {}, paths: [] });
  return { hasProject: false, variables: new Map(), patterns, globs: new Globs(patterns), facts };
}

/** Configurations that were read last, by their composed maps as JSON: a plan is made again for each round of facts, and for most pushes. */
const known = new LRUCache<string, Configuration>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_, { length }) => length,
});

function knownConfiguration(value: Fields): Configuration {
  const key = JSON.stringify(value);
  const read = known.get(key);
  if (read) return read;
  const configuration = configurationOf(value);
  known.set(key, configuration);
  return configuration;
}

/** @param left names of entries that were left out for their errors */
function configurationOf(value: Fields, left: readonly string[] = []): Configuration {
  const errors: ConfigurationError[] = [];
  const patterns = new Patterns();
  const visible = Object.entries(value).filter(([name, given]) => !isGlobal(name, given) && !name.startsWith('.'));
  const defaults = attempted(errors, () => defaultsIn(value)) ?? {};
  checkAmount(visible.length);
  // They are stored with each job.
  if (JSON.stringify(defaults).length * visible.length > MOST_TEXT) throw TooBig();
  const readVariables = () => variablesIn('variables', field(value, 'variables'), { hasForms: true });
  const variables = attempted(errors, readVariables) ?? {};
  const stages = attempted(errors, () => stagesIn(value));
  const workflow = attempted(errors, () => workflowIn(field(value, 'workflow'), patterns)) ?? {};
  const surroundings = { defaults, hasWorkflowRules: workflow.rules !== undefined, patterns };
  const read = visible.map(([name, job]) => {
    const parts = attempted(errors, () => ofJob(name, () => jobsIn(name, job, surroundings)));
    return { name, parts };
  });
  const jobs = named(read.flatMap(({ name, parts }) => (parts ? [[name, parts] as const] : [])));
  checkAmount(jobs.length);
  const unread = [...left, ...read.flatMap(({ name, parts }) => (parts ? [] : [name]))];
  if (stages) attempted(errors, () => checkReferences(jobs, placesOf(stages), unread));
  if (errors.length > 0 || !stages) throw new ConfigurationInvalid(errors);
  if (visible.length + left.length === 0) throw invalid('jobs', 'config should contain at least one visible job');
  return { stages, jobs, variables, workflow };
}

function checkAmount(jobs: number): void {
  if (jobs > MOST_JOBS) throw invalid('jobs', `config should contain at most ${MOST_JOBS} jobs`);
}

/** Later releases have no `types`: there it may be a job. */
function isGlobal(name: string, value: unknown): boolean {
  return GLOBAL_KEYS.includes(name) && !(name === 'types' && isFields(value));
}

/** Job with its name in the configuration, which parallel jobs share. */
export interface NamedJob extends ConfiguredJob {
  readonly configured: string;
}

/** Replaces the names of parallel jobs, in `needs` and `dependencies`, by the names of each of them. */
function named(read: readonly (readonly [string, readonly ConfiguredJob[]])[]): NamedJob[] {
  const parts = new Map(read.map(([name, jobs]) => [name, jobs.map((job) => job.name)]));
  const partsOf = (name: string): readonly string[] => parts.get(name) ?? [name];
  const needsOf = (needs: readonly Need[]) =>
    needs.flatMap((need) => partsOf(need.job).map((job) => ({ ...need, job })));
  return read.flatMap(([configured, jobs]) =>
    jobs.map((job) => ({
      ...job,
      configured,
      needs: job.needs && needsOf(job.needs),
      rules: job.rules?.map(({ result, ...rule }) => ({
        ...rule,
        result: { ...result, ...(result.needs && { needs: needsOf(result.needs) }) },
      })),
      options: {
        ...job.options,
        ...(job.options.dependencies && { dependencies: job.options.dependencies.flatMap(partsOf) }),
      },
    })),
  );
}

/** Stages that every configuration has, before and after its own. */
const EDGES = { before: '.pre', after: '.post' };

/** Returns whether a stage is one that does not make a pipeline: `.pre` and `.post`. */
export function isEdge(stage: string): boolean {
  return stage === EDGES.before || stage === EDGES.after;
}

/** Returns stages with their positions. For a stage that is named twice, the first position counts. */
export function placesOf(stages: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>([
    [EDGES.before, -1],
    [EDGES.after, stages.length],
  ]);
  stages.forEach((stage, place) => places.has(stage) || places.set(stage, place));
  return places;
}

function stagesIn(value: Fields): readonly string[] {
  const [stages, types] = ['stages', 'types'].map((key) => {
    const given = field(value, key);
    if (key === 'types' && isFields(given)) return undefined;
    if (isGiven(given) && !areTexts(given)) throw invalid(key, 'config should be an array of strings');
    return given as readonly string[] | null | undefined;
  });
  return stages ?? types ?? DEFAULT_STAGES;
}

/**
 * Checks the references of jobs to stages and other jobs.
 * @param unread names of jobs that have errors: references to them are not checked
 * @throws ConfigurationInvalid
 */
function checkReferences(
  jobs: readonly NamedJob[],
  places: ReadonlyMap<string, number>,
  unread: readonly string[],
): void {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const isUnread = (name: string) => !byName.has(name) && unread.some((job) => isOfJob(name, job));
  // Optional ones may be in a file that is not included.
  const needsOf = ({ needs }: ConfiguredJob) =>
    needs?.filter(({ job, optional }) => byName.has(job) || !(optional || isUnread(job)));
  together({
    references: () => ofParts(jobs, (parts) => parts.forEach((job) => checkTogether(job, byName, places, isUnread))),
    needs: () =>
      checkNeeds(
        jobs.map((job) => ({
          ...{ name: job.name, configured: job.configured, place: places.get(job.stage)! },
          needs: needsOf(job)?.map((need) => need.job),
        })),
      ),
  });
}

/** Checks a job's references to its stage, the jobs whose artifacts it gets, and the one that stops its environment. */
function checkTogether(
  job: ConfiguredJob,
  jobs: ReadonlyMap<string, ConfiguredJob>,
  stages: ReadonlyMap<string, number>,
  isUnread: (name: string) => boolean,
): void {
  const fail = (failure: string) => new ConfigurationInvalid(`${job.name} job: ${failure}`);
  const checkStage = () => {
    if (!stages.has(job.stage))
      throw fail(`stage parameter should be ${[...stages.keys()].filter((stage) => !isEdge(stage)).join(', ')}`);
  };
  const checkDependency = (name: string) => {
    if (isUnread(name)) return;
    const dependency = jobs.get(name);
    if (!dependency) throw fail(`undefined dependency: ${name}`);
    const isNeeded = job.needs?.some((need) => need.job === name && need.artifacts);
    if (job.needs && !isNeeded) throw fail(`dependency ${name} should be part of needs`);
    if (!isNeeded && (stages.get(dependency.stage) ?? -1) >= stages.get(job.stage)!)
      throw fail(`dependency ${name} is not defined in prior stages`);
  };
  const checkStop = () => {
    const onStop = job.environment?.onStop;
    if (!isGiven(onStop) || isUnread(onStop)) return;
    const stopping = jobs.get(onStop);
    if (!stopping) throw fail(`on_stop job ${onStop} is not defined`);
    if (!stopping.environment) throw fail(`on_stop job ${onStop} does not have environment defined`);
    if (stopping.environment.name !== job.environment!.name)
      throw fail(`on_stop job ${onStop} have different environment name`);
    if (stopping.environment.action !== 'stop') throw fail(`on_stop job ${onStop} needs to have action stop defined`);
  };
  together({
    stage: checkStage,
    dependencies: () => each(job.options.dependencies ?? [], checkDependency),
    stop: checkStop,
  });
}

/** Returns the errors of a `.gitlab-ci.yml`, with the lines of their jobs. */
export function lintErrors(text: string): readonly string[] {
  if (text.trim() === '') return ['Please provide content of .gitlab-ci.yml'];
  const read = readConfiguration(text);
  return read.error === null ? [] : located(read.errors, [{ name: CONFIG_PATH, text }]);
}
