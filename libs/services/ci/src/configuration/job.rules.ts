import type { BuildArtifacts, BuildCache, BuildImage } from '../builds/builds.store.js';
import {
  areTexts,
  boolean,
  checkKeys,
  field,
  isBlank,
  isFields,
  isGiven,
  isText,
  oneOf,
  texts,
  type Fields,
} from './checks.rules.js';
import { invalid } from './configuration-invalid.js';
import {
  artifactsIn,
  cacheIn,
  coverageIn,
  environmentIn,
  imageIn,
  scriptIn,
  servicesIn,
  variablesIn,
  type ConfiguredEnvironment,
} from './entries.rules.js';
import { jobRulesIn, type JobRule } from './conditions/job-rules.rules.js';
import { policyIn, type Policy } from './policy.rules.js';
import type { Patterns } from './regexp.rules.js';

const WHENS = ['on_success', 'on_failure', 'always', 'manual'] as const;
const KEYS = [
  ...['tags', 'script', 'only', 'except', 'type', 'image', 'services', 'allow_failure', 'stage', 'when', 'artifacts'],
  ...['cache', 'dependencies', 'before_script', 'after_script', 'variables', 'environment', 'coverage', 'retry'],
  'rules',
];
const MOST_RETRIES = 2;
/** The same limit as for the name of a commit status. */
const LONGEST_NAME = 255;

/** Defaults for jobs without settings of their own. */
export interface Defaults {
  readonly beforeScript: readonly string[] | undefined;
  readonly afterScript: readonly string[] | undefined;
  readonly image: BuildImage | undefined;
  readonly services: readonly BuildImage[] | undefined;
  readonly cache: BuildCache | undefined;
}

/** Options of a job for its runner besides the variables, in the fields of its protocol. */
export interface ConfiguredOptions {
  readonly script: readonly string[];
  readonly afterScript?: readonly string[];
  readonly image?: BuildImage;
  readonly services?: readonly BuildImage[];
  readonly artifacts?: BuildArtifacts;
  readonly cache?: BuildCache;
  readonly dependencies?: readonly string[];
}

/** A job of a configuration. */
export interface ConfiguredJob {
  readonly name: string;
  readonly stage: string;
  readonly when: (typeof WHENS)[number];
  readonly allowFailure: boolean;
  readonly tags: readonly string[];
  readonly only: Policy | undefined;
  readonly except: Policy | undefined;
  /** Replaces `only` and `except`. */
  readonly rules: readonly JobRule[] | undefined;
  readonly options: ConfiguredOptions;
  /** The job's own variables, which win over those of the configuration. */
  readonly variables: Readonly<Record<string, string>>;
  readonly coverageRegex: string | null;
  readonly environment: ConfiguredEnvironment | null;
  readonly retries: number;
}

/** Settings of the configuration that jobs depend on. */
export interface JobSurroundings {
  readonly defaults: Defaults;
  /** Whether `workflow` has rules: then jobs have no conditions by default. */
  readonly hasWorkflowRules: boolean;
  readonly patterns: Patterns;
}

/** Branches and tags: excludes only pipelines of neither. */
const DEFAULT_ONLY: unknown = ['branches', 'tags'];

/** @throws ConfigurationInvalid */
export function jobIn(name: string, value: unknown, surroundings: JobSurroundings): ConfiguredJob {
  const { defaults, patterns } = surroundings;
  const place = `jobs:${name}`;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  const settings = settingsIn(place, name, value);
  const entry = (key: string) => [`${place}:${key}`, field(value, key)] as const;
  const script = commands(...entry('script'));
  const before = scriptIn(...entry('before_script')) ?? defaults.beforeScript ?? [];
  const stage = stageIn(...entry('stage')) ?? stageIn(...entry('type')) ?? 'test';
  const options = {
    script: [...before, ...script],
    ...given('afterScript', scriptIn(...entry('after_script')) ?? defaults.afterScript),
    ...given('cache', cacheIn(...entry('cache')) ?? defaults.cache),
    ...given('image', imageIn(...entry('image')) ?? defaults.image),
    ...given('services', servicesIn(...entry('services')) ?? defaults.services),
  };
  const conditions = conditionsIn(place, value, surroundings);
  const variables = variablesIn(...entry('variables')) ?? {};
  const artifacts = artifactsIn(...entry('artifacts'));
  const environment = environmentIn(...entry('environment')) ?? null;
  const coverageRegex = coverageIn(...entry('coverage'), patterns) ?? null;
  const { dependencies, ...own } = settings;
  return {
    ...{ name, stage, ...own, ...conditions, variables, coverageRegex, environment },
    options: { ...options, ...given('artifacts', artifacts), ...given('dependencies', dependencies ?? undefined) },
  };
}

/** Returns the conditions on which pipelines include a job. */
function conditionsIn(place: string, value: Fields, { hasWorkflowRules, patterns }: JobSurroundings) {
  const rules = jobRulesIn(place, field(value, 'rules'), patterns);
  const policies = ['only', 'except'].filter((key) => isGiven(field(value, key)));
  if (rules && policies.length > 0)
    throw invalid(place, `config key may not be used with \`rules\`: ${policies.join(', ')}`);
  const policy = (key: string) => policyIn(`${place}:${key}`, field(value, key), patterns);
  const byDefault = rules || hasWorkflowRules ? undefined : policyIn(place, DEFAULT_ONLY, patterns);
  return { only: policy('only') ?? byDefault, except: policy('except'), rules };
}

/** Returns the settings of a job without rules of their own, in the order of the checks. */
function settingsIn(place: string, name: string, value: Fields) {
  checkKeys(place, value, KEYS);
  if (isBlank(value)) throw invalid(place, "config can't be blank");
  if (isBlank(field(value, 'script'))) throw invalid(place, "script can't be blank");
  if (isBlank(name)) throw invalid(place, "name can't be blank");
  if (name.length > LONGEST_NAME) throw invalid('jobs', `name is too long (maximum is ${LONGEST_NAME} characters)`);
  const tags = texts(`${place} tags`, field(value, 'tags')) ?? [];
  const allowFailure = boolean(`${place} allow failure`, field(value, 'allow_failure'));
  const retries = retriesIn(place, field(value, 'retry'));
  const failure = 'when should be on_success, on_failure, always or manual';
  const when = oneOf(place, field(value, 'when'), WHENS, failure) ?? 'on_success';
  const dependencies = texts(`${place} dependencies`, field(value, 'dependencies'));
  // A manual job that is never started would block the later stages; with rules, these decide.
  const isOptional = when === 'manual' && !isGiven(field(value, 'rules'));
  return { tags, allowFailure: allowFailure ?? isOptional, retries, when, dependencies };
}

function retriesIn(place: string, value: unknown): number {
  if (!isGiven(value)) return 0;
  if (typeof value !== 'number') throw invalid(place, 'retry is not a number');
  if (!Number.isInteger(value)) throw invalid(place, 'retry must be an integer');
  if (value < 0) throw invalid(place, 'retry must be greater than or equal to 0');
  if (value > MOST_RETRIES) throw invalid(place, `retry must be less than or equal to ${MOST_RETRIES}`);
  return value;
}

function commands(place: string, value: unknown): readonly string[] {
  if (isText(value)) return [value];
  if (!areTexts(value)) throw invalid(place, 'config should be a string or an array of strings');
  return value;
}

function stageIn(place: string, value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  if (!isText(value)) throw invalid(place, 'config should be a string');
  return value;
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
