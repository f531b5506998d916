import qs from 'qs';
import { EntityTooLarge } from '../refusals.js';

/** More than the longest query can hold. */
const MOST_PARAMETERS = 10_000;
const OPTIONS = { depth: 5, parameterLimit: MOST_PARAMETERS, allowSparse: false, duplicates: 'last' } as const;
const LIST_LIMIT = 1_000;
/** A name with a number in brackets, as a client or URLSearchParams writes it. */
const NUMBERED = /(?:^|&)([^&=[\]%]+)(?:\[|%5B)\d+(?:\]|%5D)/gi;
/** The one name that no object keeps as a key: what asks for it must not be taken for what asks for nothing. */
const UNKEEPABLE = '__proto__';

/**
 * Bracket names become lists and hashes, as in `iids[]=1` and `custom_attributes[key]=value`. Numbers in brackets are keys
 * (`custom_attributes[5]=value`): of a list they are the order. Of a plain name that comes again the last value counts. A key that no object can have is one that no text can be.
 */
export function parseQuery(text: string): Record<string, unknown> {
  // Keys are what clients make of them: objects without a prototype take any of them for their own.
  const options = { ...OPTIONS, plainObjects: true, allowPrototypes: true, decoder: decoded };
  const parsed = qs.parse(text, { ...options, arrayLimit: LIST_LIMIT });
  const numbered = new Set([...text.matchAll(NUMBERED)].map(([, name]) => name!));
  if (numbered.size === 0) return parsed;
  const keyed = qs.parse(text, { ...options, arrayLimit: -1 });
  return { ...parsed, ...Object.fromEntries([...numbered].map((name) => [name, keyed[name]])) };
}

/**
 * The parameters of a form, as of a query.
 * @throws EntityTooLarge for more of them than are read, rather than leaving the rest out unsaid
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
