import { checkKeys, field, isFields, isGiven, isText, oneOf, type Fields } from '../checks.rules.js';
import { ConfigurationInvalid, invalid } from '../configuration-invalid.js';
import type { Patterns } from '../regexp.rules.js';
import { readYaml } from '../yaml.rules.js';

/** Value of an input. */
export type InputValue = string | number | boolean | readonly unknown[];

/** Most inputs of a file. */
const MOST_INPUTS = 100;
const CHECKS = {
  string: (value: unknown): value is InputValue => isText(value),
  number: (value: unknown): value is InputValue => typeof value === 'number',
  boolean: (value: unknown): value is InputValue => typeof value === 'boolean',
  array: (value: unknown): value is InputValue => Array.isArray(value),
};
const TYPES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];
const KEYS = ['default', 'description', 'options', 'regex', 'type'];

/** Context in which inputs are read. */
export interface InputReading {
  readonly patterns: Patterns;
  /** Whether texts may stand for values of other types. */
  readonly readsTexts?: boolean;
}

/**
 * Returns the values of the inputs that the header of a file declares.
 * @param header its `spec`
 * @param given values of `include: inputs`, or of a request
 * @throws ConfigurationInvalid
 */
export function inputsOf(header: Fields, given: Fields, reading: InputReading): ReadonlyMap<string, InputValue> {
  checkKeys('header', header, ['spec']);
  const spec = field(header, 'spec') ?? {};
  if (!isFields(spec)) throw invalid('header:spec', 'config should be a hash');
  checkKeys('header:spec', spec, ['inputs']);
  const inputs = field(spec, 'inputs') ?? {};
  if (!isFields(inputs)) throw invalid('header:spec:inputs', 'config should be a hash');
  const names = Object.keys(inputs);
  if (names.length > MOST_INPUTS)
    throw invalid('header:spec:inputs', `config has too many entries (maximum is ${MOST_INPUTS})`);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new ConfigurationInvalid(`unknown input arguments: ${unknown.join(', ')}`);
  return new Map(names.map((name) => [name, valueOf(name, field(inputs, name) ?? {}, given, reading)]));
}

function valueOf(name: string, declared: unknown, given: Fields, { patterns, readsTexts }: InputReading): InputValue {
  const place = `header:spec:inputs:${name}`;
  if (!isFields(declared)) throw invalid(place, 'config should be a hash');
  checkKeys(place, declared, KEYS);
  const type = oneOf(place, field(declared, 'type'), TYPES, `type must be one of ${TYPES.join(', ')}`) ?? 'string';
  const isDefault = !Object.hasOwn(given, name);
  const provided = readsTexts ? readAs(type, given[name]) : given[name];
  const value = isDefault ? field(declared, 'default') : provided;
  const fail = (failure: string) => new ConfigurationInvalid(`\`${name}\` input: ${failure}`);
  if (!isGiven(value)) throw fail('required value has not been provided');
  const kind = isDefault ? 'default' : 'provided';
  if (!CHECKS[type](value)) throw fail(`${kind} value is not ${type === 'array' ? 'an' : 'a'} ${type}`);
  const options = field(declared, 'options');
  if (isGiven(options) && !Array.isArray(options)) throw invalid(place, 'options should be an array');
  if (Array.isArray(options) && !options.includes(value))
    throw fail(`\`${String(value)}\` cannot be used because it is not in the list of allowed options`);
  if (!matches(place, field(declared, 'regex'), value, patterns))
    throw fail(`${kind} value does not match required RegEx pattern`);
  return value;
}

/** Reads a text as a value of a type; returns what is none of it unchanged. @throws ConfigurationInvalid */
function readAs(type: keyof typeof CHECKS, value: unknown): unknown {
  if (!isText(value)) return value;
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  if (type === 'number') return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value;
  return type === 'array' && value.startsWith('[') ? readYaml(value) : value;
}

function matches(place: string, regex: unknown, value: InputValue, patterns: Patterns): boolean {
  if (!isGiven(regex)) return true;
  const pattern = isText(regex) ? patterns.compile(regex) : undefined;
  if (!pattern) throw invalid(place, 'regex must be a regular expression');
  return isText(value) && pattern.test(value);
}
