import { Reference } from './composition/reference.js';
import { invalid } from './configuration-invalid.js';

/** Value of a YAML map. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Reference);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const areTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (isText(value) && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);
/** A key without a value counts as missing. */
export const isGiven = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null;

/** Returns the value of a field; inherited ones (`constructor`) are ignored. */
export function field(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** @throws ConfigurationInvalid for other fields */
export function checkKeys(place: string, fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw invalid(place, `config contains unknown keys: ${unknown.join(', ')}`);
}

/** Returns texts; null when missing. @throws ConfigurationInvalid */
export function texts(place: string, value: unknown): readonly string[] | null {
  if (!isGiven(value)) return null;
  if (!areTexts(value)) throw invalid(place, 'should be an array of strings');
  return value;
}

/** @throws ConfigurationInvalid */
export function oneOf<Word extends string>(
  place: string,
  value: unknown,
  words: readonly Word[],
  failure: string,
): Word | null {
  if (!isGiven(value)) return null;
  const word = words.find((each) => each === value);
  if (word === undefined) throw invalid(place, failure);
  return word;
}

/** @throws ConfigurationInvalid */
export function boolean(place: string, value: unknown): boolean | null {
  if (!isGiven(value)) return null;
  if (typeof value !== 'boolean') throw invalid(place, 'should be a boolean value');
  return value;
}

/** @throws ConfigurationInvalid */
export function text(place: string, value: unknown): string | null {
  if (!isGiven(value)) return null;
  if (!isText(value)) throw invalid(place, 'should be a string');
  return value;
}
