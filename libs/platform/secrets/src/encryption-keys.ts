import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{1,32}$/;
/** 32 bytes in base64 or base64url. */
const KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/** One key of the ring. The material stays inside key objects, which are never printed. */
export interface EncryptionKey {
  readonly id: string;
  readonly encryption: KeyObject;
  readonly lookup: KeyObject;
}

/** An error in a list of keys. Its message names the position in the list and never quotes the entry: it may be a key. */
export class KeyListError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'KeyListError';
  }
}

/**
 * Parses a list of keys: `id:key` separated by commas, blanks or line breaks; a key is 32 bytes in base64.
 * @returns the keys in the given order; the first one encrypts
 * @throws KeyListError for the first mistake
 */
export function parseEncryptionKeys(text: string): readonly EncryptionKey[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  if (entries.length === 0) throw new KeyListError('it holds no key');
  const parsed = entries.map(parseEntry);
  refuseTwins(parsed);
  return parsed.map(({ id, material }) => ({
    id,
    encryption: derive(material, 'hearth encryption'),
    lookup: derive(material, 'hearth lookup'),
  }));
}

interface Entry {
  readonly id: string;
  readonly material: Buffer;
}

function parseEntry(entry: string, index: number): Entry {
  const at = entry.indexOf(':');
  const place = `key ${index + 1} of the list`;
  if (at < 0) throw new KeyListError(`${place} is not of the form id:key`);
  const id = entry.slice(0, at);
  const key = entry.slice(at + 1);
  if (!ID.test(id)) throw new KeyListError(`the id of ${place} is not 1 to 32 letters, digits, - or _`);
  if (!KEY.test(key)) {
    throw new KeyListError(`${place} is not 32 bytes in base64, as \`openssl rand -base64 32\` makes them`);
  }
  return { id, material: Buffer.from(key, 'base64') };
}

function refuseTwins(entries: readonly Entry[]): void {
  entries.forEach(({ id, material }, index) => {
    const twin = entries.findIndex((other) => other.id === id || other.material.equals(material));
    if (twin === index) return;
    const what = entries[twin]!.id === id ? 'have the same id' : 'are the same key';
    throw new KeyListError(`the keys ${twin + 1} and ${index + 1} of the list ${what}`);
  });
}

/** Derives a separate key for each purpose: a leaked lookup hash says nothing about encryption. */
function derive(material: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', material, '', purpose, KEY_BYTES)));
}
