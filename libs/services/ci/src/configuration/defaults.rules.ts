import type { BuildArtifacts, BuildHooks, BuildImage } from '../builds/build-options.js';
import { areTexts, boolean, checkKeys, field, isFields, isGiven, texts, type Fields } from './checks.rules.js';
import { invalid, together } from './configuration-invalid.js';
import { artifactsIn } from './entries/artifacts.rules.js';
import { cachesIn, type ConfiguredCache } from './entries/cache.rules.js';
import { imageIn, servicesIn } from './entries/containers.rules.js';
import { hooksIn } from './entries/hooks.rules.js';
import { idTokensIn, type IdTokens } from './entries/id-tokens.rules.js';
import { commandsIn, timeoutIn } from './entries.rules.js';
import { retryIn, type Retry } from './entries/retry.rules.js';

/** Settings that a job has itself, or gets from `default`, or from the configuration; undefined for those that are not given. */
export interface Entries {
  readonly beforeScript?: readonly string[] | undefined;
  readonly afterScript?: readonly string[] | undefined;
  readonly image?: BuildImage | undefined;
  readonly services?: readonly BuildImage[] | undefined;
  readonly cache?: readonly ConfiguredCache[] | undefined;
  readonly artifacts?: BuildArtifacts | undefined;
  readonly retry?: Retry | undefined;
  /** In seconds. */
  readonly timeout?: number | undefined;
  /** Whether a newer push to the branch may cancel it while it runs. */
  readonly interruptible?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly idTokens?: IdTokens | undefined;
  readonly hooks?: BuildHooks | undefined;
}

/** Keys that the configuration may have as well as `default`. */
export const GLOBAL_ENTRIES = ['before_script', 'image', 'services', 'after_script', 'cache'];
/** Keys of `default`, with the entries that they set. */
const DEFAULTS: readonly (readonly [string, keyof Entries])[] = [
  ['before_script', 'beforeScript'],
  ['after_script', 'afterScript'],
  ['image', 'image'],
  ['services', 'services'],
  ['cache', 'cache'],
  ['artifacts', 'artifacts'],
  ['retry', 'retry'],
  ['tags', 'tags'],
  ['timeout', 'timeout'],
  ['interruptible', 'interruptible'],
  ['id_tokens', 'idTokens'],
  ['hooks', 'hooks'],
];
const DEFAULT_KEYS = DEFAULTS.map(([key]) => key);

/** Part of the configuration that a job has inherited. */
export type Inherited = boolean | readonly string[];

/** Reads the entries of a job, of `default`, or of the configuration. @param place of a key @throws ConfigurationInvalid */
export function entriesIn(fields: Fields, place: (key: string) => string): Entries {
  const entry = (key: string) => [place(key), field(fields, key)] as const;
  const owner = place('').replace(/:$/, '');
  return together<Entries>({
    beforeScript: () => scriptIn(...entry('before_script')),
    afterScript: () => scriptIn(...entry('after_script')),
    image: () => imageIn(...entry('image')),
    services: () => servicesIn(...entry('services')),
    cache: () => cachesIn(...entry('cache')),
    artifacts: () => artifactsIn(...entry('artifacts')),
    retry: () => retryIn(owner, field(fields, 'retry')),
    timeout: () => timeoutIn(owner, field(fields, 'timeout')),
    interruptible: () => boolean(`${owner} interruptible`, field(fields, 'interruptible')) ?? undefined,
    tags: () => texts(`${owner} tags`, field(fields, 'tags')) ?? undefined,
    idTokens: () => idTokensIn(...entry('id_tokens')),
    hooks: () => hooksIn(...entry('hooks')),
  });
}

function scriptIn(place: string, value: unknown): readonly string[] | undefined {
  return isGiven(value) ? commandsIn(place, value) : undefined;
}

/** Returns the entries of `default`, and those at the top of the configuration. @throws ConfigurationInvalid */
export function defaultsIn(configuration: Fields): Entries {
  const globals = Object.fromEntries(GLOBAL_ENTRIES.map((key) => [key, field(configuration, key)]));
  const given = field(configuration, 'default') ?? {};
  const { common, own } = together({
    common: () => entriesIn(globals, (key) => key),
    own: () => defaultIn(given, globals),
  });
  return withDefaults(own, common, true);
}

/** @param globals entries at the top of the configuration */
function defaultIn(given: unknown, globals: Fields): Entries {
  if (!isFields(given)) throw invalid('default', 'config should be a hash');
  const twice = GLOBAL_ENTRIES.filter((key) => isGiven(field(given, key)) && isGiven(globals[key]));
  const { entries } = together({
    keys: () => checkKeys('default', given, DEFAULT_KEYS),
    once: () => {
      if (twice.length > 0) throw invalid('default', `config and the top-level both define: ${twice.join(', ')}`);
    },
    entries: () => entriesIn(given, (key) => `default:${key}`),
  });
  return entries;
}

/** Returns what a job inherits: of the defaults, and of the variables. @throws ConfigurationInvalid */
export function inheritIn(
  place: string,
  value: unknown,
): { readonly defaults: Inherited; readonly variables: Inherited } {
  if (!isGiven(value)) return { defaults: true, variables: true };
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['default', 'variables']);
  const defaults = inherited(`${place}:default`, field(value, 'default'));
  if (typeof defaults !== 'boolean') {
    const unknown = defaults.filter((key) => !DEFAULT_KEYS.includes(key));
    if (unknown.length > 0) throw invalid(`${place}:default`, `config contains unknown values: ${unknown.join(', ')}`);
  }
  return { defaults, variables: inherited(`${place}:variables`, field(value, 'variables')) };
}

function inherited(place: string, value: unknown): Inherited {
  if (!isGiven(value)) return true;
  if (typeof value !== 'boolean' && !areTexts(value))
    throw invalid(place, 'config should be a boolean or an array of strings');
  return value;
}

/** Adds the defaults to entries that are not given. @param inherits the defaults that are added */
export function withDefaults(own: Entries, defaults: Entries, inherits: Inherited): Entries {
  const inherit = (key: string) => (typeof inherits === 'boolean' ? inherits : inherits.includes(key));
  return Object.fromEntries(
    DEFAULTS.map(([key, entry]) => [entry, own[entry] ?? (inherit(key) ? defaults[entry] : undefined)]),
  );
}
