import { hash } from 'node:crypto';
import { networkOf } from '@hearth/http';

/** Attempt to sign in with a password. */
export interface Attempt {
  /** Login as typed. */
  readonly login: string;
  /** The login's user; undefined for an unknown login. */
  readonly userId: number | undefined;
  /** Client address as seen by the edge. */
  readonly clientAddress: string;
}

/**
 * Returns the key of bans: the user, by any of their logins, and the network. Unknown logins are counted in the same way. The hash keeps
 * names and addresses out of the table, and its rows short.
 */
export function attemptKey(attempt: Attempt): Buffer {
  return keyOf([...loginOf(attempt), networkOf(attempt.clientAddress)]);
}

/** Returns the keys of an attempt's budgets: its login from all networks, and its network for all logins. */
export function budgetKeys(attempt: Attempt): { readonly login: Buffer; readonly network: Buffer } {
  return { login: keyOf(loginOf(attempt)), network: networkKey(attempt.clientAddress) };
}

/** Returns the key of a client address's network. */
export function networkKey(clientAddress: string): Buffer {
  return keyOf(['network', networkOf(clientAddress)]);
}

function loginOf({ login, userId }: Attempt): string[] {
  return userId === undefined ? ['login', login.toLowerCase()] : ['user', String(userId)];
}

function keyOf(parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}
