import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto';
import type { EncryptionKey } from './encryption-keys.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Format of ciphertexts and lookup hashes: `h1.<key id>.<base64url>`. Rotation reads the key id in SQL with `split_part`. */
const SEALED = /^h1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/** An encrypted column. */
export interface EncryptedPlace {
  /** The service whose schema contains the table. */
  readonly service: string;
  readonly table: string;
  readonly column: string;
}

/** Row and column of a ciphertext. It can be decrypted only for this place. */
export interface CellPlace extends EncryptedPlace {
  /** The row's id, fixed before the value is encrypted. */
  readonly id: string | number;
}

/** A stored ciphertext that cannot be decrypted. The message names column and row, never the content. */
export class DecryptionError extends Error {
  constructor(
    place: CellPlace,
    reason: string,
    /** The id of the missing key, when that is the reason. */
    readonly missingKey?: string,
  ) {
    super(`${place.service}.${place.table}.${place.column} of row ${place.id} cannot be decrypted: ${reason}`);
    this.name = 'DecryptionError';
  }
}

/** Thrown when a process without keys encrypts or hashes something. */
export class NoKeysError extends Error {
  constructor() {
    super('There is no encryption key: set HEARTH_KEYS_FILE (or HEARTH_KEYS), or start with ./hearth up');
    this.name = 'NoKeysError';
  }
}

/**
 * Encrypts values that have to be shown or used again (AES-256-GCM). The first key encrypts, every key decrypts. Values that only have to
 * be compared, such as API tokens, are hashed instead.
 */
export class Keyring {
  #keys: readonly EncryptionKey[];

  constructor(keys: readonly EncryptionKey[] = []) {
    this.#keys = keys;
  }

  /** Ids of the keys, the encrypting one first; empty in a process without keys. */
  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Replaces all keys at once. */
  use(keys: readonly EncryptionKey[]): void {
    this.#keys = keys;
  }

  /**
   * Encrypts a text.
   * @param place column and row of the ciphertext; a copy of it elsewhere cannot be decrypted
   * @returns text for a `text` column, about 50 characters longer than 4/3 of the plaintext
   * @throws NoKeysError
   */
  encrypt(plaintext: string, place: CellPlace): string {
    const { id, encryption } = this.writing();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, encryption, nonce).setAAD(binding(id, place));
    const sealed = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `h1.${id}.${sealed.toString('base64url')}`;
  }

  /**
   * Decrypts a text.
   * @returns the plaintext that `encrypt` was given for the same place
   * @throws DecryptionError when the key is not in the ring, or the ciphertext was changed or belongs elsewhere
   */
  decrypt(ciphertext: string, place: CellPlace): string {
    const [, id, body] = SEALED.exec(ciphertext) ?? [];
    if (!id || !body) throw new DecryptionError(place, 'it is not a ciphertext of Hearth');
    const key = this.#keys.find((each) => each.id === id);
    if (!key) {
      const remedy = 'add that key again, behind the others, in HEARTH_KEYS_FILE or HEARTH_KEYS';
      throw new DecryptionError(place, `the key "${id}" that wrote it is not in the ring; ${remedy}`, id);
    }
    try {
      return open(key.encryption, Buffer.from(body, 'base64url'), binding(id, place));
    } catch {
      throw new DecryptionError(place, 'it was changed, or it belongs to another place');
    }
  }

  /**
   * Computes a keyed hash to store beside a ciphertext that has to be found by its value.
   * @throws NoKeysError
   */
  lookup(value: string, place: EncryptedPlace): string {
    return lookupHash(this.writing(), value, place);
  }

  /**
   * Computes every hash under which a value may be stored: `where token_lookup = any($1)`. One for each key of the ring, so that values are
   * found before, during and after a rotation.
   * @throws NoKeysError
   */
  lookups(value: string, place: EncryptedPlace): string[] {
    this.writing();
    return this.#keys.map((key) => lookupHash(key, value, place));
  }

  private writing(): EncryptionKey {
    const [first] = this.#keys;
    if (!first) throw new NoKeysError();
    return first;
  }
}

function open(key: KeyObject, sealed: Buffer, aad: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Returns the bytes that bind a ciphertext to its place. JSON separates the parts: no two places have the same bytes. */
function binding(keyId: string, { service, table, column, id }: CellPlace): Buffer {
  return Buffer.from(JSON.stringify(['h1', keyId, service, table, column, String(id)]));
}

function lookupHash({ id, lookup }: EncryptionKey, value: string, { service, table, column }: EncryptedPlace): string {
  const message = JSON.stringify(['h1', service, table, column, value]);
  return `h1.${id}.${createHmac('sha256', lookup).update(message).digest('base64url')}`;
}
