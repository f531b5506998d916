import { hash } from 'node:crypto';
import { networkOf } from '@hearth/http';
import type { Attempt } from '../sign-in/attempt-key.rules.js';

const HOUR_MS = 3_600_000;
/** Maximum number of records in an hour about unknown logins, whatever the number of networks. */
const MOST_UNKNOWN = 1_000;

/** Returns the key of failed sign-ins that share a record of the audit trail: user, network, reason and hour. */
export function failedSignInKey({ userId, clientAddress }: Attempt, reason: string, now: Date): Buffer {
  const network = networkOf(clientAddress);
  const from =
    userId === undefined
      ? ['network', hash('sha256', network, 'buffer').readUInt32BE() % MOST_UNKNOWN]
      : ['user', userId, network];
  return hash('sha256', JSON.stringify([...from, reason, Math.floor(now.getTime() / HOUR_MS)]), 'buffer');
}
