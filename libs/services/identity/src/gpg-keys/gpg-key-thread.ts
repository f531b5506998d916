import { parentPort, workerData } from 'node:worker_threads';
import { readKeys } from 'openpgp';

// Program of the thread of `gpgFingerprint`: returns the fingerprint of the single public key in an armored text, or null.
async function fingerprintOf(armoredKeys: string): Promise<string | null> {
  try {
    const [key, another] = await readKeys({ armoredKeys });
    return !key || another || key.isPrivate() || key.users.length === 0 ? null : key.getFingerprint();
  } catch {
    return null;
  }
}

parentPort!.postMessage(await fingerprintOf(workerData as string));
