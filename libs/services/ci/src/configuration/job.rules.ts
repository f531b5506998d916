import type { ConfiguredVariables } from '../variables/variable.rules.js';
import type { ConfiguredCache } from './entries/cache.rules.js';
import type { IdTokens } from './entries/id-tokens.rules.js';
import { releaseIn, type ConfiguredRelease } from './entries/release.rules.js';
import type { BuildArtifacts, BuildHooks, BuildImage } from '../builds/build-options.js';
import { WHENS, type When } from '../builds/stages.rules.js';
import {
  boolean,
  checkKeys,
  field,
  isBlank,
  isFields,
  isGiven,
  isText,
  oneOf,
  text,
  texts,
  type Fields,
} from './checks.rules.js';
import { invalid, together } from './configuration-invalid.js';
import { entriesIn, inheritIn, withDefaults, type Entries, type Inherited } from './defaults.rules.js';
import { commandsIn, coverageIn, environmentIn, variablesIn, type ConfiguredEnvironment } from './entries.rules.js';
import { jobRulesIn, type JobRule } from './conditions/job-rules.rules.js';
import { bridgeNeedsIn, needsIn, needsUpstream, type Need } from './needs.rules.js';
import type { OtherJob } from './other-jobs.rules.js';
import { parallelIn } from './parallel.rules.js';
import { startInOf } from './entries/start-in.rules.js';
import { exitCodesIn, type RetryOn } from './entries/retry.rules.js';
import { triggerIn, type ConfiguredTrigger } from './entries/trigger.rules.js';
import { policyIn, type Policy } from './conditions/policy.rules.js';
import type { Patterns } from './regexp.rules.js';

/** GitLab's default. */
const TIMEOUT_SECONDS = 3_600;
/** Keywords of a job that runners take. */
export const JOB_KEYS = [
  ...['tags', 'script', 'only', 'except', 'type', 'image', 'services', 'allow_failure', 'stage', 'when', 'artifacts'],
  ...['cache', 'dependencies', 'before_script', 'after_script', 'variables', 'environment', 'coverage', 'retry'],
  ...['rules', 'inherit', 'needs', 'parallel', 'timeout', 'interruptible', 'start_in', 'resource_group'],
  ...['id_tokens', 'release', 'hooks'],
];
/** Those of a bridge, which starts or mirrors another pipeline instead of running a script. */
export const BRIDGE_KEYS = [
  ...['trigger', 'only', 'except', 'type', 'allow_failure', 'stage', 'when', 'variables', 'rules', 'inherit', 'needs'],
  ...['parallel', 'interruptible', 'resource_group'],
];
const BRIDGE_WHENS = WHENS.filter((when) => when !== 'delayed');
/** The same limit as for the name of a commit status. */
const LONGEST_NAME = 255;

/** Options of a job for its runner besides the variables, in the fields of its protocol. */
export interface ConfiguredOptions {
  readonly script: readonly string[];
  readonly afterScript?: readonly string[];
  readonly image?: BuildImage;
  readonly services?: readonly BuildImage[];
  readonly artifacts?: BuildArtifacts;
  readonly caches?: readonly ConfiguredCache[];
  readonly dependencies?: readonly string[];
  /** Jobs of other pipelines whose artifacts it gets. */
  readonly otherJobs?: readonly OtherJob[];
  /** Failures after which it is retried; absent: all. */
  readonly retryOn?: RetryOn;
  readonly interruptible?: true;
  /** Exit codes with which it is allowed to fail. */
  readonly allowedExitCodes?: readonly number[];
  /** Delay after which a `delayed` job starts. */
  readonly startInSeconds?: number;
  /** Variables of the configuration that it has; absent: all. */
  readonly inheritVariables?: Inherited;
  readonly idTokens?: IdTokens;
  readonly hooks?: BuildHooks;
  readonly release?: ConfiguredRelease;
  /** Pipeline that a bridge starts; absent for other jobs. */
  readonly trigger?: ConfiguredTrigger;
  /** Full path of the project whose newest pipeline a bridge mirrors; absent for other jobs. */
  readonly upstream?: string;
}

/** A job of a configuration. */
export interface ConfiguredJob {
  readonly name: string;
  readonly stage: string;
  readonly when: When;
  readonly allowFailure: boolean;
  readonly tags: readonly string[];
  readonly only: Policy | undefined;
  readonly except: Policy | undefined;
  /** Replaces `only` and `except`. */
  readonly rules: readonly JobRule[] | undefined;
  readonly options: ConfiguredOptions;
  /** The job's own variables, which win over those of the configuration. */
  readonly variables: ConfiguredVariables;
  readonly coverageRegex: string | null;
  readonly environment: ConfiguredEnvironment | null;
  /** Key of its resource group, before variables are expanded in it. */
  readonly resourceGroup: string | null;
  readonly retries: number;
  readonly timeoutSeconds: number;
  /** Jobs that it waits for; undefined: all jobs of earlier stages. */
  readonly needs: readonly Need[] | undefined;
}

/** Jobs and pipelines that a job needs. */
interface NeededBy {
  readonly jobs?: readonly Need[] | undefined;
  readonly others?: readonly OtherJob[];
  readonly upstream?: string | undefined;
}

/** Settings of the configuration that jobs depend on. */
export interface JobSurroundings {
  readonly defaults: Entries;
  /** Whether `workflow` has rules: then jobs have no conditions by default. */
  readonly hasWorkflowRules: boolean;
  readonly patterns: Patterns;
}

/** Branches and tags: excludes pipelines of merge requests, and those of neither. */
const DEFAULT_ONLY: unknown = ['branches', 'tags'];

/** @throws ConfigurationInvalid */
function jobIn(name: string, value: unknown, surroundings: JobSurroundings): ConfiguredJob {
  const { defaults } = surroundings;
  const place = `jobs:${name}`;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  if (isBlank(value)) throw invalid(place, "config can't be blank");
  const { settings, trigger, script, inherit, own, needed, conditions, release, ...parts } = partsOf(
    place,
    name,
    value,
    surroundings,
  );
  const {
    beforeScript = [],
    retry,
    tags = [],
    timeout,
    interruptible,
    ...entries
  } = withDefaults(own, isBridge(value) ? bridgeDefaults(defaults) : defaults, inherit.defaults);
  const { jobs: needs, others = [], upstream } = needed;
  const { dependencies, allowedExitCodes, startInSeconds, ...rest } = settings;
  return {
    ...{ name, ...parts, ...rest, tags, retries: retry?.max ?? 0, timeoutSeconds: timeout ?? TIMEOUT_SECONDS },
    ...{ ...conditions, needs },
    options: {
      script: [...beforeScript, ...script],
      ...given('trigger', trigger),
      ...given('upstream', upstream),
      ...given('afterScript', entries.afterScript),
      ...given('caches', entries.cache),
      ...given('image', entries.image),
      ...given('services', entries.services),
      ...given('artifacts', entries.artifacts),
      ...given('idTokens', entries.idTokens),
      ...given('hooks', entries.hooks),
      ...given('release', release),
      ...given('dependencies', dependencies ?? undefined),
      ...given('otherJobs', others.length > 0 ? others : undefined),
      ...given('retryOn', retry?.on),
      ...given('interruptible', interruptible ? (true as const) : undefined),
      ...given('allowedExitCodes', allowedExitCodes),
      ...given('startInSeconds', startInSeconds),
      ...given('inheritVariables', inherit.variables === true ? undefined : inherit.variables),
    },
  };
}

/** Reads the keys of a job. @throws ConfigurationInvalid */
function partsOf(place: string, name: string, value: Fields, surroundings: JobSurroundings) {
  const entry = (key: string) => [`${place}:${key}`, field(value, key)] as const;
  return together({
    settings: () => settingsIn(place, name, value),
    trigger: () => (Object.hasOwn(value, 'trigger') ? startedBy(...entry('trigger')) : undefined),
    script: () => (isBridge(value) ? [] : scriptOf(place, field(value, 'script'))),
    inherit: () => inheritIn(...entry('inherit')),
    own: () => entriesIn(value, (key) => `${place}:${key}`),
    stage: () => stageIn(...entry('stage')) ?? stageIn(...entry('type')) ?? 'test',
    conditions: () => conditionsIn(place, value, surroundings),
    variables: () => variablesIn(...entry('variables')) ?? {},
    needed: () => neededBy(value, ...entry('needs')),
    environment: () => environmentIn(...entry('environment')) ?? null,
    coverageRegex: () => coverageIn(...entry('coverage'), surroundings.patterns) ?? null,
    resourceGroup: () => text(`${place} resource group`, field(value, 'resource_group')),
    release: () => releaseIn(...entry('release')),
  });
}

function startedBy(place: string, value: unknown): ConfiguredTrigger | undefined {
  if (isBlank(value)) throw invalid(place, "config can't be blank");
  return triggerIn(place, value);
}

function scriptOf(place: string, value: unknown): readonly string[] {
  if (isBlank(value)) throw invalid(place, "script can't be blank");
  return commandsIn(`${place}:script`, value);
}

/** Returns whether a job starts or mirrors another pipeline instead of running a script. */
function isBridge(value: Fields): boolean {
  return Object.hasOwn(value, 'trigger') || (!Object.hasOwn(value, 'script') && needsUpstream(field(value, 'needs')));
}

function neededBy(value: Fields, place: string, needs: unknown): NeededBy {
  return (isBridge(value) ? bridgeNeedsIn(place, needs, Object.hasOwn(value, 'trigger')) : needsIn(place, needs)) ?? {};
}

/** A bridge has no other default: nothing runs. */
function bridgeDefaults({ interruptible }: Entries): Entries {
  return { interruptible };
}

/** Reads a job; with `parallel` it becomes several. @throws ConfigurationInvalid */
export function jobsIn(name: string, value: unknown, surroundings: JobSurroundings): readonly ConfiguredJob[] {
  const { job, parallel } = together({
    job: () => jobIn(name, value, surroundings),
    parallel: () => (isFields(value) ? partsIn(name, field(value, 'parallel')) : undefined),
  });
  return (
    parallel?.map((each) => ({ ...job, name: each.name, variables: { ...job.variables, ...each.variables } })) ?? [job]
  );
}

function partsIn(name: string, value: unknown) {
  const parts = parallelIn(`jobs:${name}:parallel`, name, value);
  for (const part of parts ?? []) checkName(part.name);
  return parts;
}

/** Returns the conditions on which pipelines include a job. */
function conditionsIn(place: string, value: Fields, { hasWorkflowRules, patterns }: JobSurroundings) {
  const rules = jobRulesIn(place, field(value, 'rules'), patterns);
  const policies = ['only', 'except'].filter((key) => isGiven(field(value, key)));
  if (rules && policies.length > 0)
    throw invalid(place, `config key may not be used with \`rules\`: ${policies.join(', ')}`);
  const policy = (key: string) => policyIn(`${place}:${key}`, field(value, key), patterns);
  const byDefault = policyIn(place, DEFAULT_ONLY, patterns);
  const only = policy('only');
  // Other conditions do not replace the default refs.
  const given = only ? { ...byDefault, ...only } : rules || hasWorkflowRules ? undefined : byDefault;
  return { only: given, except: policy('except'), rules };
}

/** Returns the settings of a job without rules of their own, and checks its keys and its name. */
function settingsIn(place: string, name: string, value: Fields) {
  const { allowed, started, dependencies } = together({
    keys: () => checkKeys(place, value, isBridge(value) ? BRIDGE_KEYS : JOB_KEYS),
    name: () => {
      if (isBlank(name)) throw invalid(place, "name can't be blank");
      checkName(name);
    },
    allowed: () => allowFailureIn(place, field(value, 'allow_failure')),
    started: () => startIn(place, value),
    dependencies: () => texts(`${place} dependencies`, field(value, 'dependencies')),
  });
  // A manual job that is never started would block the later stages; with rules, these decide.
  const isOptional = started.when === 'manual' && !isGiven(field(value, 'rules'));
  const { allowFailure, exitCodes: allowedExitCodes } = allowed;
  return { allowFailure: allowFailure ?? isOptional, ...started, dependencies, allowedExitCodes };
}

function startIn(place: string, value: Fields) {
  const whens = isBridge(value) ? BRIDGE_WHENS : WHENS;
  const failure = `when should be ${whens.slice(0, -1).join(', ')} or ${whens.at(-1)!}`;
  const when = oneOf(place, field(value, 'when'), whens, failure) ?? 'on_success';
  const delay = { isDelayed: when === 'delayed', isAbsent: isGiven(field(value, 'rules')) };
  return { when, startInSeconds: startInOf(place, field(value, 'start_in'), delay) };
}

function checkName(name: string): void {
  if (name.length > LONGEST_NAME) throw invalid('jobs', `name is too long (maximum is ${LONGEST_NAME} characters)`);
}

/** Reads `allow_failure`: a boolean, or the exit codes with which a job is allowed to fail. */
function allowFailureIn(place: string, value: unknown) {
  if (!isFields(value)) return { allowFailure: boolean(`${place} allow failure`, value), exitCodes: undefined };
  checkKeys(`${place}:allow_failure`, value, ['exit_codes']);
  return { allowFailure: false, exitCodes: exitCodesIn(`${place}:allow_failure`, field(value, 'exit_codes')) };
}

function stageIn(place: string, value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  if (!isText(value)) throw invalid(place, 'config should be a string');
  return value;
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
