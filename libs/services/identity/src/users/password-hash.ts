import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * The hash of a password nobody has, with the parameters of every other: checked where there is none, so that an unknown name costs
 * as much time as a wrong password.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$W/3/ZJGlrlkNkjfh30KTQg$cCQ1Q1ychDgiJUybUi6E/MNmLRryA3FQYNdKO7tdbtY';

/**
 * Each hash takes a core and one of the four threads that the process has for files, names and signatures. A bounded number at a time
 * leaves some of both to everybody who does not sign in.
 */
const AT_ONCE = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)));
const queue = pLimit(AT_ONCE);

/** argon2id of a password, with its parameters and salt. The same text written with other code points is the same password. */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password.normalize('NFC')));
}

/**
 * Whether the password is the one of `passwordHash`. Takes its time also where there is no hash (null).
 * @param patience how many others may be waiting before this one
 * @returns undefined where more of them wait: nothing was compared
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null,
  patience = Infinity,
): Promise<boolean | undefined> {
  if (queue.pendingCount >= patience) return undefined;
  const matches = await queue(() => verify(passwordHash ?? DUMMY_HASH, password.normalize('NFC')));
  return matches && passwordHash !== null;
}
