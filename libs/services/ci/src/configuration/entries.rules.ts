import type { ConfiguredValue, ConfiguredVariables } from '../variables/variable.rules.js';
import { environmentErrors, ENVIRONMENT_TIERS, type EnvironmentTier } from '../environments/environment.rules.js';
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
  text,
  texts,
} from './checks.rules.js';
import { invalid } from './configuration-invalid.js';
import { durationSeconds } from './duration.rules.js';
import { patternIn, type Patterns } from './regexp.rules.js';

// Entries of a job, each with its place (`jobs:rspec:cache`). They return the fields that runners receive.

/** In seconds: a month. */
const LONGEST_TIMEOUT = 30 * 24 * 3_600;
/** Lists in lists of commands, as `!reference` leaves them. */
const DEEPEST_SCRIPT = 10;

const VARIABLES_FAILURE = 'config should be a hash of key value pairs';

/** Effects of a job on its environment; only the first two change it. */
const ACTIONS = ['start', 'stop', 'prepare', 'verify', 'access'] as const;
type EnvironmentAction = (typeof ACTIONS)[number];

/** Environment of a job, before variables are expanded in its name and URL. */
export interface ConfiguredEnvironment {
  readonly name: string;
  readonly url: string | null;
  readonly action: EnvironmentAction;
  /** Name of the job that stops it. */
  readonly onStop: string | null;
  /** Time after which it stops by itself. */
  readonly autoStopSeconds?: number;
  /** Purpose of the environment; undefined for the one that its name suggests. */
  readonly tier?: EnvironmentTier;
}

/** Reads a script, which may be a single command. @throws ConfigurationInvalid */
export function commandsIn(place: string, value: unknown): readonly string[] {
  if (isText(value)) return [value];
  const lines: unknown = Array.isArray(value) ? value.flat(DEEPEST_SCRIPT) : value;
  if (!areTexts(lines)) throw invalid(place, 'config should be a string or an array of strings');
  return lines;
}

/** Keys of a variable; those of the configuration also have some for forms. */
const VARIABLE_KEYS = ['value', 'expand'];
const FORM_KEYS = ['description', 'options'];

/** @throws ConfigurationInvalid */
export function variablesIn(place: string, value: unknown, { hasForms = false } = {}): ConfiguredVariables | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, VARIABLES_FAILURE);
  const keys = hasForms ? [...VARIABLE_KEYS, ...FORM_KEYS] : VARIABLE_KEYS;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, variableIn(place, key, each, keys)]));
}

/** A variable with a description alone has no value. */
function variableIn(place: string, key: string, given: unknown, keys: readonly string[]): ConfiguredValue {
  const fields = isFields(given) ? given : { value: given };
  if (isFields(given)) checkKeys(`${place}:${key}`, given, keys);
  const described = text(`${place}:${key} description`, field(fields, 'description'));
  const value = field(fields, 'value') ?? (described === null ? undefined : '');
  if (!['string', 'number', 'boolean'].includes(typeof value)) throw invalid(place, VARIABLES_FAILURE);
  const options = texts(`${place}:${key} options`, field(fields, 'options'));
  if (options && !options.includes(String(value)))
    throw invalid(`${place}:${key}`, 'config options must contain the value');
  const expands = boolean(`${place}:${key} expand`, field(fields, 'expand')) ?? true;
  return expands ? String(value) : { value: String(value), raw: true };
}

/** @throws ConfigurationInvalid */
export function environmentIn(place: string, value: unknown): ConfiguredEnvironment | undefined {
  if (!isGiven(value)) return undefined;
  const fields = isText(value) ? { name: value } : value;
  if (!isFields(fields)) throw invalid(place, 'config should be a hash or a string');
  const name = field(fields, 'name');
  const url = field(fields, 'url') ?? null;
  if (isBlank(name)) throw invalid(place, "name can't be blank");
  const [failure] = environmentErrors({ name: isText(name) ? name : '\0', externalUrl: null }).name ?? [];
  if (failure !== undefined) throw invalid(place, `name ${failure}`);
  checkKeys(place, fields, ['name', 'url', 'action', 'on_stop', 'auto_stop_in', 'deployment_tier']);
  if (url !== null && !isUrlTemplate(url)) throw invalid(place, 'url must be a valid url');
  const action = oneOf(place, field(fields, 'action'), ACTIONS, `action should be ${ACTIONS.join(', ')}`);
  const tierFailure = `deployment tier must be one of ${ENVIRONMENT_TIERS.join(', ')}`;
  const tier = oneOf(place, field(fields, 'deployment_tier'), ENVIRONMENT_TIERS, tierFailure);
  const onStop = text(`${place} on stop`, field(fields, 'on_stop'));
  const autoStopSeconds = autoStopIn(place, field(fields, 'auto_stop_in'));
  return {
    ...{ name: name as string, url, action: action ?? 'start', onStop },
    ...(autoStopSeconds !== undefined && { autoStopSeconds }),
    ...(tier && { tier }),
  };
}

function autoStopIn(place: string, value: unknown): number | undefined {
  if (!isGiven(value)) return undefined;
  const seconds = isText(value) ? durationSeconds(value) : undefined;
  if (seconds === undefined || seconds < 1) throw invalid(place, 'auto stop in should be a duration');
  return seconds;
}

const LONGEST_URL = 255;

/** Returns whether it is an HTTP(S) URL. It may contain variables, also as its host, or consist of one. */
function isUrlTemplate(url: unknown): url is string {
  return isText(url) && url.length <= LONGEST_URL && /^(?:https?:\/\/[^/\s]|\$)\S*$/i.test(url);
}

/** Returns the pattern for the line of a trace with the test coverage. @throws ConfigurationInvalid */
export function coverageIn(place: string, value: unknown, patterns: Patterns): string | undefined {
  if (!isGiven(value)) return undefined;
  const pattern = patternIn(value);
  if (pattern === undefined || !patterns.compile(pattern)) throw invalid(place, 'config must be a regular expression');
  return pattern;
}

/** Returns the time after which a job fails, in seconds. @throws ConfigurationInvalid */
export function timeoutIn(place: string, value: unknown): number | undefined {
  if (!isGiven(value)) return undefined;
  const seconds = isText(value) ? durationSeconds(value) : undefined;
  if (seconds === undefined || seconds < 1) throw invalid(place, 'timeout should be a duration');
  if (seconds > LONGEST_TIMEOUT) throw invalid(place, 'timeout should not exceed the limit');
  return seconds;
}
