import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ReadGpgKey } from './gpg-key-thread.js';
import { isArmored } from './gpg-key.rules.js';

const PROGRAM = new URL('./gpg-key-thread.js', import.meta.url);
const MOST_MS = 5_000;
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** One thread at a time: a key takes a tenth of a second, a malicious one the whole time limit. */
const queue = pLimit(1);

/** Public key that a user adds. */
export interface GpgPublicKey {
  /** 20 bytes, or 32 for the newest version. */
  readonly fingerprint: Buffer;
  /** Of 16 hexadecimal digits. */
  readonly subkeyIds: readonly string[];
}

/**
 * Returns the single public key in an armored text; undefined without such a key.
 * The key is parsed in a separate thread with a limit of five seconds: a text of many tiny packets would block all other requests.
 */
export async function readGpgKey(text: string, mostMs = MOST_MS): Promise<GpgPublicKey | undefined> {
  if (!isArmored(text)) return undefined;
  const key = await queue(() => read(text, mostMs));
  return key ? { ...key, fingerprint: Buffer.from(key.fingerprint, 'hex') } : undefined;
}

async function read(text: string, mostMs: number): Promise<ReadGpgKey | null> {
  const thread = new Worker(PROGRAM, { workerData: text, resourceLimits: LIMITS, env: {} });
  try {
    const [key] = (await once(thread, 'message', { signal: AbortSignal.timeout(mostMs) })) as [ReadGpgKey | null];
    return key;
  } catch {
    // The thread reached its limit of time or memory: not a genuine key.
    return null;
  } finally {
    await thread.terminate();
  }
}
