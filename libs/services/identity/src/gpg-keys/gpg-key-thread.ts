import { parentPort, workerData } from 'node:worker_threads';
import { readKeys, type Key, type Subkey } from 'openpgp';

/** Key as the thread returns it. */
export interface ReadGpgKey {
  /** In hexadecimal digits. */
  readonly fingerprint: string;
  /** Of the subkeys that sign for it. */
  readonly subkeyIds: readonly string[];
}

const MOST_SUBKEYS = 100;

// Program of the thread of `readGpgKey`: returns the fingerprint of the single public key in an armored text and the ids of its
// subkeys that sign, or null.
async function keyOf(armoredKeys: string): Promise<ReadGpgKey | null> {
  try {
    const [key, another] = await readKeys({ armoredKeys });
    if (!key || another || key.isPrivate() || key.users.length === 0) return null;
    const signing = await Promise.all(key.subkeys.slice(0, MOST_SUBKEYS).map((subkey) => signsFor(key, subkey)));
    return { fingerprint: key.getFingerprint(), subkeyIds: signing.flat() };
  } catch {
    return null;
  }
}

/**
 * Returns the id of a subkey that has signed that it belongs to the key, whenever that was valid; none for others: a key can contain the public keys of
 * other users, whose signatures would then be looked for in it.
 */
async function signsFor(key: Key, subkey: Subkey): Promise<string[]> {
  const id = subkey.getKeyID();
  try {
    const found = await key.getSigningKey(id, null);
    return found === subkey ? [id.toHex().toUpperCase()] : [];
  } catch {
    return [];
  }
}

parentPort!.postMessage(await keyOf(workerData as string));
