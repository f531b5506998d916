import type { GroupReference, ProjectId, ProjectReference, UserReference } from '@hearth/contract-kit';
import { z } from 'zod';
import { isStorableText } from '@hearth/data';
import { isSearchable, readSearch } from './search.js';
import { UploadedFile } from './uploaded-file.js';

/**
 * Parameter types of the v4 API: parse the values of real clients (strings in queries and forms, typed values or strings in JSON) into one typed
 * value. Failures have the API's texts: `x is missing`, `x is invalid`, `x does not have a valid value`.
 */
const TRUE = new Set(['true', 't', '1', 'yes', 'on']);
const FALSE = new Set(['false', 'f', '0', 'no', 'off']);
const INT8_DIGITS = /^-?\d{1,19}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Each invalid item costs microseconds: a million of them would block the process for seconds. */
const MOST_ITEMS = 10_000;
/** As much as a form can contain. */
const MOST_TEXT = 1024 * 1024;

/** A blank in place of the offset's plus, from a query that was not encoded. */
const WITHOUT_PLUS = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\S+) (\d{2}:?\d{2})$/;

/** PostgreSQL has no year 0. */
const FIRST_DAY = '0001-01-01';

function wrong(kind: string) {
  return ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : kind);
}

/** A whole number; decimal digits are accepted as text. Invalid beyond the range that int8 and a double share. */
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

/** A number, with or without a fraction; accepted as text. */
function number() {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(value) ? Number(value) : value,
    z.number({ error: wrong('is invalid') }),
  );
}

/** An id in a path: `id is invalid` unless digits; an id too large to exist becomes 0, which no row has, so the response is 404. */
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
 * Text that PostgreSQL can store: without NUL and lone surrogates. Numbers and booleans of JSON are converted to text.
 * @param most UTF-16 units; longer texts are invalid, before their characters are checked
 */
function text({ most = MOST_TEXT }: { most?: number } = {}) {
  return z.preprocess(
    (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
    z
      .string({ error: wrong('is invalid') })
      .refine((value) => value.length <= most && isStorableText(value), { error: 'is invalid' }),
  );
}

/**
 * The content of a file: any text, since PostgreSQL never stores it, and not copied to be checked.
 * @param most UTF-16 units
 */
function content({ most }: { most: number }) {
  return z.preprocess(
    (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
    z.string({ error: wrong('is invalid') }).max(most, { error: 'is invalid' }),
  );
}

/** One of a fixed list of words. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: wrong('does not have a valid value') });
}

/** An ISO 8601 date or date and time; UTC without an offset. A blank in place of the offset's plus is accepted. */
function dateTime() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? (momentOf(value) ?? value) : value),
    z.date({ error: wrong('is invalid') }),
  );
}

/** A day as `YYYY-MM-DD`; of a date and time its date part, whatever the offset. */
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

/** Returns true when the calendar has the day: JavaScript alone would parse 30 February as 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(day);
  return day >= FIRST_DAY && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/**
 * A list: `a[]=1&a[]=2`, a JSON array, or (for texts) one comma-separated text. Empty texts are dropped when items have no empty value:
 * `a[]=` is how forms send an empty list.
 * @param most items that are parsed; longer lists are invalid
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

/** An optional parameter. JSON's null counts as absent, and so does an empty text when the type has no empty value (`assignee_id=`). */
function optional<Type extends z.ZodType>(type: Type) {
  return z.preprocess(
    (value) => (value === null || (value === '' && !type.safeParse('').success) ? undefined : value),
    type.optional(),
  );
}

/** A project in a path: digits are an id, everything else a full path. Never invalid: a reference that cannot exist is not found. */
function project() {
  return z.string().describe('Id or full path of the project').transform(projectReference);
}

/** Parses a project reference from a decoded path segment. An impossible path becomes the empty one, which no project has. */
export function projectReference(segment: string): ProjectReference {
  if (!/^\d+$/.test(segment)) return { path: isStorableText(segment) ? segment : '' };
  const id = Number(segment);
  return id > 0 && Number.isSafeInteger(id) ? { id: id as ProjectId } : { path: '' };
}

/** A group in a path: digits are an id, everything else a full path. Never invalid: a reference that cannot exist is not found. */
function group() {
  return z.string().describe('Id or full path of the group').transform(groupReference);
}

/** Parses a group reference from a decoded path segment. */
export function groupReference(segment: string): GroupReference {
  return projectReference(segment);
}

/** A user in a path: digits are an id, everything else a username. Never invalid: a reference that cannot exist is not found. */
function user() {
  return z.string().describe('Id or username of the user').transform(userReference);
}

/** Parses a user reference from a decoded path segment or a `sudo` parameter. */
export function userReference(text: string): UserReference {
  if (!/^\d+$/.test(text)) return { username: isStorableText(text) ? text : '' };
  const number = Number(text);
  return number > 0 && Number.isSafeInteger(number) ? { id: number } : { username: '' };
}

/** A file of a multipart form; null for an empty field, which removes the uploaded file. */
function file() {
  const file = z.union([z.instanceof(UploadedFile), z.literal('').transform(() => null)], {
    error: wrong('is invalid'),
  });
  return file.meta({ format: 'binary' });
}

/** A search text; blank is no filter. Invalid with more words than a statement should contain. */
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

/** Page parameters of lists: 20 per page by default, at most 100; values out of range fall back instead of failing. */
const page = {
  page: optional(integer())
    .meta({ description: 'Number of the page', default: 1 })
    .transform((value) => Math.max(1, value ?? 1)),
  per_page: optional(integer())
    .meta({ description: 'Records on a page, at most 100', default: 20 })
    .transform((value) => (value === undefined || value < 1 ? DEFAULT_PER_PAGE : Math.min(value, MAX_PER_PAGE))),
};

/** Page parameters of lists that can be ordered by id; see `pageRequest`. */
const keysetPage = {
  ...page,
  /** Anything but `keyset` is offset pagination; later releases call that `legacy`. */
  pagination: optional(oneOf(['offset', 'legacy', 'keyset'])).meta({
    description: 'Pages by number, or by the id of the last record (`keyset`)',
    default: 'offset',
  }),
  id_after: optional(integer()).describe('Only records with a larger id'),
  id_before: optional(integer()).describe('Only records with a smaller id'),
};

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;

export const v4 = {
  ...{ integer, number, id, boolean, text, content, oneOf, date, dateTime, list, hash, file, search, optional },
  ...{ project, group, user, page, keysetPage },
};

/**
 * Requires at least one of some parameters; the failure names them all, in the given order. Checked together with the parameters
 * themselves, so that one response lists every failure in the order of declaration: this one in the place of the last of `names`.
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
