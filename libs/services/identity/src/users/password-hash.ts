import { hash, verify } from '@node-rs/argon2';

/**
 * The hash of a password nobody has, with the parameters of every other: checked where there is none, so that an unknown name costs
 * as much time as a wrong password.
 */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$W/3/ZJGlrlkNkjfh30KTQg$cCQ1Q1ychDgiJUybUi6E/MNmLRryA3FQYNdKO7tdbtY';

/** argon2id of a password, with its parameters and salt. The same text written with other code points is the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'));
}

/** Whether the password is the one of `passwordHash`. Takes its time also where there is no hash (null). */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password.normalize('NFC'));
  return matches && passwordHash !== null;
}
