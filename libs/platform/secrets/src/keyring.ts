import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto';
import type { RingKey } from './ring-keys.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** `h1.<key id>.<base64url>`: the form of ciphertexts and of lookup hashes. Rotation reads the key id in SQL by `split_part`. */
const SEALED = /^h1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/** A column that is kept encrypted. */
export interface EncryptedPlace {
  /** The service whose schema the table is in. */
  readonly service: string;
  readonly table: string;
  readonly column: string;
}

/** Where a ciphertext lives. It can be read there and nowhere else. */
export interface CellPlace extends EncryptedPlace {
  /** The row's id, fixed before the value is encrypted. */
  readonly id: string | number;
}

/** A stored ciphertext that cannot be read. Says which column and row, never what stands there. */
export class DecryptionError extends Error {
  constructor(
    place: CellPlace,
    reason: string,
    /** The id of the key that is missing, where that is the reason. */
    readonly missingKey?: string,
  ) {
    super(`${place.service}.${place.table}.${place.column} of row ${place.id} cannot be decrypted: ${reason}`);
    this.name = 'DecryptionError';
  }
}

/** What a process without keys answers to whoever wants to use one. */
export class NoKeysError extends Error {
  constructor() {
    super('There is no encryption key: set HEARTH_KEYS_FILE (or HEARTH_KEYS), or start with ./hearth up');
    this.name = 'NoKeysError';
  }
}

/**
 * Encrypts what has to be shown or used again (AES-256-GCM). The first key writes, every key reads.
 * What only has to be compared, such as API tokens, is hashed instead.
 */
export class Keyring {
  #keys: readonly RingKey[];

  constructor(keys: readonly RingKey[] = []) {
    this.#keys = keys;
  }

  /** Ids of the keys, the writing one first; empty in a process that was given none. */
  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Replaces all keys at once. */
  use(keys: readonly RingKey[]): void {
    this.#keys = keys;
  }

  /**
   * @param place column and row that the ciphertext is for; a copy of it elsewhere cannot be read
   * @returns text for a `text` column, some 50 characters longer than 4/3 of the plaintext
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
   * A keyed hash to store beside a ciphertext that has to be found by its value.
   * @throws NoKeysError
   */
  lookup(value: string, place: EncryptedPlace): string {
    return lookupHash(this.writing(), value, place);
  }

  /**
   * Every hash under which a value may be stored now: `where token_lookup = any($1)`.
   * One for each key of the ring, so that values are found before, while and after a rotation rewrites them.
   * @throws NoKeysError
   */
  lookups(value: string, place: EncryptedPlace): string[] {
    this.writing();
    return this.#keys.map((key) => lookupHash(key, value, place));
  }

  private writing(): RingKey {
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

/** JSON keeps the parts apart: no two places have the same bytes. */
function binding(keyId: string, { service, table, column, id }: CellPlace): Buffer {
  return Buffer.from(JSON.stringify(['h1', keyId, service, table, column, String(id)]));
}

function lookupHash({ id, lookup }: RingKey, value: string, { service, table, column }: EncryptedPlace): string {
  const message = JSON.stringify(['h1', service, table, column, value]);
  return `h1.${id}.${createHmac('sha256', lookup).update(message).digest('base64url')}`;
}
