import qs from 'qs';
import { EntityTooLarge } from '../refusals.js';

/** More than the longest query can contain. */
const MOST_PARAMETERS = 10_000;
const OPTIONS = { depth: 5, parameterLimit: MOST_PARAMETERS, allowSparse: false, duplicates: 'last' } as const;
const LIST_LIMIT = 1_000;
/** A name with a number in brackets, as a client or URLSearchParams writes it. */
const NUMBERED = /(?:^|&)([^&=[\]%]+)(?:\[|%5B)\d+(?:\]|%5D)/gi;
/** The one name that cannot be an object's key: a parameter with it must not be ignored. */
const UNKEEPABLE = '__proto__';

/**
 * Parses a query. Bracket names become lists and hashes, as in `iids[]=1` and `custom_attributes[key]=value`. Numbers in brackets are keys
 * (`custom_attributes[5]=value`), and in lists the order. The last value of a repeated plain name counts. `__proto__` becomes a key that no
 * text can have.
 */
export function parseQuery(text: string): Record<string, unknown> {
  // Clients choose the keys: objects without a prototype accept all of them as their own.
  const options = { ...OPTIONS, plainObjects: true, allowPrototypes: true, decoder: decoded };
  const parsed = qs.parse(text, { ...options, arrayLimit: LIST_LIMIT });
  const numbered = new Set([...text.matchAll(NUMBERED)].map(([, name]) => name!));
  if (numbered.size === 0) return parsed;
  const keyed = qs.parse(text, { ...options, arrayLimit: -1 });
  return { ...parsed, ...Object.fromEntries([...numbered].map((name) => [name, keyed[name]])) };
}

/**
 * Parses the parameters of a form like those of a query.
 * @throws EntityTooLarge for more parameters than are parsed, instead of silently dropping the rest
 */
export function parseForm(text: string): Record<string, unknown> {
  if (text.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS) throw EntityTooLarge();
  return parseQuery(text);
}

function decoded(
  text: string,
  decode: (text: string, decoder?: unknown, charset?: string) => string,
  charset: string,
  type: 'key' | 'value',
): string {
  const plain = decode(text, decode, charset);
  return type === 'key' ? plain.replaceAll(`[${UNKEEPABLE}]`, `[${UNKEEPABLE}\0]`) : plain;
}
