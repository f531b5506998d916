import { hash } from 'node:crypto';
import { networkOf } from '@hearth/http';

/** Somebody tries to sign in with a password. */
export interface Attempt {
  /** As it was typed. */
  readonly login: string;
  /** The user of that login; undefined: nobody's. */
  readonly userId: number | undefined;
  /** As the edge saw it. */
  readonly clientAddress: string;
}

/**
 * What attempts are banned by: the user, by whichever name, together with where they come from. A name that nobody has is counted just
 * so. The hash keeps names and addresses out of the table, and its rows short.
 */
export function attemptKey(attempt: Attempt): Buffer {
  return keyOf([...loginOf(attempt), networkOf(attempt.clientAddress)]);
}

/** What the budgets of an attempt are counted by: its login from everywhere, and its network whatever the login. */
export function budgetKeys(attempt: Attempt): { readonly login: Buffer; readonly network: Buffer } {
  return { login: keyOf(loginOf(attempt)), network: networkKey(attempt.clientAddress) };
}

/** The network of a client address. */
export function networkKey(clientAddress: string): Buffer {
  return keyOf(['network', networkOf(clientAddress)]);
}

function loginOf({ login, userId }: Attempt): string[] {
  return userId === undefined ? ['login', login.toLowerCase()] : ['user', String(userId)];
}

function keyOf(parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}
