import { parentPort, workerData } from 'node:worker_threads';
import { readKeys } from 'openpgp';

/** Key as the thread returns it. */
export interface ReadGpgKey {
  /** In hexadecimal digits. */
  readonly fingerprint: string;
  readonly subkeyIds: readonly string[];
}

const MOST_SUBKEYS = 100;

// Program of the thread of `readGpgKey`: returns the fingerprint of the single public key in an armored text and the ids of its subkeys, or null.
async function keyOf(armoredKeys: string): Promise<ReadGpgKey | null> {
  try {
    const [key, another] = await readKeys({ armoredKeys });
    if (!key || another || key.isPrivate() || key.users.length === 0) return null;
    const subkeyIds = key.getSubkeys().map((subkey) => subkey.getKeyID().toHex().toUpperCase());
    return { fingerprint: key.getFingerprint(), subkeyIds: subkeyIds.slice(0, MOST_SUBKEYS) };
  } catch {
    return null;
  }
}

parentPort!.postMessage(await keyOf(workerData as string));
