import type { GroupReference, ProjectId, ProjectReference, UserReference } from '@hearth/contract-kit';
import { z } from 'zod';
import { isStorableText } from '@hearth/data';
import { isSearchable, readSearch } from './search.js';
import { UploadedFile } from './uploaded-file.js';

/**
 * Parameter types of the v4 API: what clients really send (strings in queries and forms, typed values or strings in JSON) becomes one
 * typed value. Failures say what the API says: `x is missing`, `x is invalid`, `x does not have a valid value`.
 */
const TRUE = new Set(['true', 't', '1', 'yes', 'on']);
const FALSE = new Set(['false', 'f', '0', 'no', 'off']);
const INT8_DIGITS = /^-?\d{1,19}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A wrong item costs microseconds, a million of them seconds in which nobody else is served. */
const MOST_ITEMS = 10_000;
/** As much as a form can hold. */
const MOST_TEXT = 1024 * 1024;

/** With a blank for the plus of the offset, as a query says it that was not encoded. */
const WITHOUT_PLUS = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\S+) (\d{2}:?\d{2})$/;

/** PostgreSQL knows no year 0. */
const FIRST_DAY = '0001-01-01';

function wrong(kind: string) {
  return ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : kind);
}

/** A whole number; decimal digits are accepted as text. Beyond what PostgreSQL's int8 and a double hold together: invalid. */
function integer() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? fromDigits(value) : value),
    z.int({ error: wrong('is invalid') }),
  );
}

function fromDigits(text: string): unknown {
  if (text === '') return undefined;
  return INT8_DIGITS.test(text) ? Number(text) : text;
}

/** An id in a path: `id is invalid` unless digits; an id too large to exist becomes 0, which no row has, so that it is not found. */
function id() {
  return z.preprocess(
    (value) => {
      if (typeof value !== 'string' || !/^\d+$/.test(value)) return value;
      return Number.isSafeInteger(Number(value)) ? Number(value) : 0;
    },
    z.int({ error: wrong('is invalid') }),
  );
}

function boolean() {
  return z.preprocess(
    (value) => {
      if (value === 1 || value === 0) return value === 1;
      if (typeof value !== 'string') return value;
      const text = value.toLowerCase();
      if (TRUE.has(text)) return true;
      return FALSE.has(text) ? false : text === '' ? undefined : value;
    },
    z.boolean({ error: wrong('is invalid') }),
  );
}

/**
 * Text that PostgreSQL can hold: neither NUL nor lone surrogates. Numbers and booleans of JSON count as their text.
 * @param most units of UTF-16; longer texts are invalid, before anything looks at each of their characters
 */
function text({ most = MOST_TEXT }: { most?: number } = {}) {
  return z.preprocess(
    (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
    z
      .string({ error: wrong('is invalid') })
      .refine((value) => value.length <= most && isStorableText(value), { error: 'is invalid' }),
  );
}

/** One of a closed list of words. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: wrong('does not have a valid value') });
}

/** An ISO 8601 date or date and time; without an offset it is UTC, and the plus of one may have become a blank. */
function dateTime() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? (momentOf(value) ?? value) : value),
    z.date({ error: wrong('is invalid') }),
  );
}

/** A day as `YYYY-MM-DD`; of a date and time the day that stands there, whatever its offset. */
function date() {
  return z.preprocess(
    (value) => (typeof value === 'string' && momentOf(value) ? value.slice(0, 10) : value),
    z.iso.date({ error: wrong('is invalid') }).refine((day) => day >= FIRST_DAY, { error: 'is invalid' }),
  );
}

function momentOf(given: string): Date | undefined {
  const text = given.replace(WITHOUT_PLUS, '$1+$2');
  if (!DATE_TIME.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const withZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text) || text.length <= 10 ? text : `${text}Z`;
  const moment = new Date(withZone.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Whether the calendar has the day: JavaScript alone would read 30 February as 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(day);
  return day >= FIRST_DAY && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/**
 * A list: `a[]=1&a[]=2`, a JSON array, or (for texts) one comma-separated text. An empty text counts for nothing where items have no empty
 * value: `a[]=` is how forms say that a list is empty.
 * @param most items that are looked at one by one; longer lists are invalid
 */
function list<Item extends z.ZodType>(item: Item, { most = MOST_ITEMS }: { most?: number } = {}) {
  const isItem = (value: unknown) => value !== '' || item.safeParse('').success;
  return z.preprocess(
    (value) => {
      const parts = typeof value === 'string' ? value.split(',', most + 1) : value;
      if (!parts || typeof parts !== 'object') return parts;
      // Bracketed lists beyond the query parser's array limit arrive as an object with numeric keys.
      const items = Object.values(parts) as unknown[];
      if (items.length > most) return null;
      return typeof value === 'string'
        ? items.map((part) => String(part).trim()).filter(Boolean)
        : items.filter(isItem);
    },
    z.array(item, { error: wrong('is invalid') }),
  );
}

/**
 * A parameter that may be left out. JSON's null leaves it out as well, and so does an empty text where the type has no empty value
 * (`assignee_id=`).
 */
function optional<Type extends z.ZodType>(type: Type) {
  return z.preprocess(
    (value) => (value === null || (value === '' && !type.safeParse('').success) ? undefined : value),
    type.optional(),
  );
}

/** A project as paths name it: digits are an id, everything else a full path. Never a failure: what cannot exist is not found. */
function project() {
  return z.string().transform(projectReference);
}

/** Reads a project reference from a decoded path segment. What no project can be called becomes the empty path, which none has. */
export function projectReference(segment: string): ProjectReference {
  if (!/^\d+$/.test(segment)) return { path: isStorableText(segment) ? segment : '' };
  const id = Number(segment);
  return id > 0 && Number.isSafeInteger(id) ? { id: id as ProjectId } : { path: '' };
}

/** A group as paths name it: digits are an id, everything else a full path. Never a failure: what cannot exist is not found. */
function group() {
  return z.string().transform(groupReference);
}

/** Reads a group reference from a decoded path segment. */
export function groupReference(segment: string): GroupReference {
  return projectReference(segment);
}

/** A user as some paths name one: digits are an id, everything else a username. Never a failure: what cannot exist is not found. */
function user() {
  return z.string().transform(userReference);
}

/** Reads a user reference from a decoded path segment or a `sudo` parameter. */
export function userReference(text: string): UserReference {
  if (!/^\d+$/.test(text)) return { username: isStorableText(text) ? text : '' };
  const number = Number(text);
  return number > 0 && Number.isSafeInteger(number) ? { id: number } : { username: '' };
}

/** A file of a multipart form; null where the field came empty, which removes what was uploaded before. */
function file() {
  const file = z.union([z.instanceof(UploadedFile), z.literal('').transform(() => null)], {
    error: wrong('is invalid'),
  });
  return file.meta({ format: 'binary' });
}

/** A search text; blank is no filter. With more words than a statement should hold it is invalid. */
function search() {
  return optional(text().refine(isSearchable, { error: 'is invalid' })).transform((given) => readSearch(given ?? ''));
}

/** Named values, as in `custom_attributes[key]=value`. */
function hash() {
  return z.preprocess(
    (value) => (value && typeof value === 'object' && Object.keys(value).length > MOST_ITEMS ? null : value),
    z.record(text(), text(), { error: wrong('is invalid') }),
  );
}

/** Page parameters of lists: 20 a page by default, at most 100; out of range falls back instead of failing. */
const page = {
  page: optional(integer()).transform((value) => Math.max(1, value ?? 1)),
  per_page: optional(integer()).transform((value) =>
    value === undefined || value < 1 ? DEFAULT_PER_PAGE : Math.min(value, MAX_PER_PAGE),
  ),
};

/** Page parameters of lists that can be ordered by id; see `pageRequest`. */
const keysetPage = {
  ...page,
  /** What is not by keys is by pages; later releases call that `legacy`. */
  pagination: optional(oneOf(['offset', 'legacy', 'keyset'])),
  id_after: optional(integer()),
  id_before: optional(integer()),
};

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;

export const v4 = {
  ...{ integer, id, boolean, text, oneOf, date, dateTime, list, hash, file, search, optional },
  ...{ project, group, user, page, keysetPage },
};

/**
 * Asks for at least one of some parameters; the failure names them all, in the order given.
 * Runs beside the parameters' own checks, so that one answer lists every failure, in the order in which parameters are declared: this
 * one stands where the last of `names` does.
 */
export function atLeastOneOf<S extends z.ZodObject>(schema: S, ...names: (keyof S['shape'] & string)[]): S {
  const declared = Object.keys(schema.shape);
  const place = Math.max(...names.map((name) => declared.indexOf(name)));
  const error = `${names.join(', ')} are missing, at least one parameter must be provided`;
  return schema.superRefine(
    (params, { issues }) => {
      if (names.some((name) => (params as Record<string, unknown>)[name] !== undefined)) return;
      const later = issues.findIndex(({ path }) => declared.indexOf(String(path?.[0])) > place);
      const failure = { code: 'custom' as const, message: error, path: [], input: params };
      issues.splice(later < 0 ? issues.length : later, 0, failure);
    },
    { when: () => true },
  );
}
