import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * Hash of an unused password, with the parameters of all others. It is compared where a user has no hash, so that an unknown name takes as
 * much time as a wrong password.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$W/3/ZJGlrlkNkjfh30KTQg$cCQ1Q1ychDgiJUybUi6E/MNmLRryA3FQYNdKO7tdbtY';

/**
 * Number of concurrent hashes. Each one takes a core and one of the four threads that the process has for files, DNS and signatures. The
 * bound leaves cores and threads to other requests.
 */
const AT_ONCE = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)));
const queue = pLimit(AT_ONCE);

/** Returns the argon2id hash of a password, with its parameters and salt. Equivalent Unicode texts are the same password (NFC). */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password.normalize('NFC')));
}

/**
 * Returns whether the password matches `passwordHash`. Without a hash (null) it takes the same time.
 * @param maxWaiting maximum number of waiting comparisons before this one
 * @returns undefined when more of them wait: nothing was compared
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null,
  maxWaiting = Infinity,
): Promise<boolean | undefined> {
  if (queue.pendingCount >= maxWaiting) return undefined;
  const matches = await queue(() => verify(passwordHash ?? DUMMY_HASH, password.normalize('NFC')));
  return matches && passwordHash !== null;
}
