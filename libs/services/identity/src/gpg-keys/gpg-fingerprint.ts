import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { isArmored } from './gpg-key.rules.js';

const PROGRAM = new URL('./gpg-key-thread.js', import.meta.url);
const MOST_MS = 5_000;
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** One thread at a time: a key takes a tenth of a second, a malicious one the whole time limit. */
const queue = pLimit(1);

/**
 * Returns the fingerprint of the single public key in an armored text: 20 bytes, or 32 for the newest version; undefined without such a key.
 * The key is parsed in a separate thread with a limit of five seconds: a text of many tiny packets would block all other requests.
 */
export async function gpgFingerprint(text: string, mostMs = MOST_MS): Promise<Buffer | undefined> {
  if (!isArmored(text)) return undefined;
  const hex = await queue(() => read(text, mostMs));
  return hex === null ? undefined : Buffer.from(hex, 'hex');
}

async function read(text: string, mostMs: number): Promise<string | null> {
  const thread = new Worker(PROGRAM, { workerData: text, resourceLimits: LIMITS, env: {} });
  try {
    const [hex] = (await once(thread, 'message', { signal: AbortSignal.timeout(mostMs) })) as [string | null];
    return hex;
  } catch {
    // The thread reached its limit of time or memory: not a genuine key.
    return null;
  } finally {
    await thread.terminate();
  }
}
