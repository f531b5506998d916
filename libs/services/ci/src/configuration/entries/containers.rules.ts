import type { BuildImage } from '../../builds/build-options.js';
import {
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
} from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import { variablesIn } from '../entries.rules.js';

const IMAGE_KEYS = ['name', 'entrypoint', 'pull_policy', 'docker', 'kubernetes'];
const SERVICE_KEYS = [...IMAGE_KEYS, 'command', 'alias', 'variables'];
const PULL_POLICIES = ['always', 'if-not-present', 'never'] as const;

/** @throws ConfigurationInvalid */
export function imageIn(place: string, value: unknown): BuildImage | undefined {
  return isGiven(value) ? named(place, value, IMAGE_KEYS) : undefined;
}

/** @throws ConfigurationInvalid */
export function servicesIn(place: string, value: unknown): readonly BuildImage[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!Array.isArray(value)) throw invalid(place, 'config should be a array');
  return value.map((service: unknown) => named('service', service, SERVICE_KEYS));
}

/** Reads an image given by its name, or by a map. */
function named(place: string, value: unknown, known: readonly string[]): BuildImage {
  const fields = isText(value) ? { name: value } : value;
  if (!isFields(fields)) throw invalid(place, 'config should be a hash or a string');
  checkKeys(place, fields, known);
  const name = field(fields, 'name');
  if (isGiven(name) && !isText(name)) throw invalid(place, 'name should be a string');
  if (!isGiven(name) || isBlank(name)) throw invalid(place, "name can't be blank");
  const [entrypoint, command] = ['entrypoint', 'command'].map((key) => texts(`${place} ${key}`, field(fields, key)));
  const alias = text(`${place} alias`, field(fields, 'alias'));
  const variables = variablesIn(`${place}:variables`, field(fields, 'variables'));
  return {
    name,
    ...(alias !== null && { alias }),
    ...(command && { command }),
    ...(entrypoint && { entrypoint }),
    ...pullPolicies(place, field(fields, 'pull_policy')),
    ...executorIn(place, fields, 'docker', ['platform', 'user']),
    ...executorIn(place, fields, 'kubernetes', ['user']),
    ...(variables && { variables }),
  };
}

function pullPolicies(place: string, value: unknown): Pick<BuildImage, 'pullPolicies'> {
  if (!isGiven(value)) return {};
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  const failure = 'pull policy should be always, if-not-present or never';
  return { pullPolicies: words.map((word) => oneOf(place, word, PULL_POLICIES, failure) ?? 'always') };
}

/** A user may be a number. */
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** Reads the options for an executor. */
function executorIn(
  place: string,
  fields: Fields,
  executor: 'docker' | 'kubernetes',
  known: readonly string[],
): Pick<BuildImage, typeof executor> {
  const value = field(fields, executor);
  if (!isGiven(value)) return {};
  if (!isFields(value)) throw invalid(`${place}:${executor}`, 'config should be a hash');
  checkKeys(`${place}:${executor}`, value, known);
  const given = known.flatMap((key) => {
    const option = text(`${place}:${executor} ${key}`, asText(field(value, key)));
    return option === null ? [] : [[key, option] as const];
  });
  return { [executor]: Object.fromEntries(given) };
}
