import { hash } from 'node:crypto';
import { networkOf } from '@hearth/http';
import type { Attempt } from '../sign-in/attempt-key.rules.js';

const HOUR_MS = 3_600_000;
/** Records of an hour about logins that no user has, whatever the number of networks that they come from. */
const MOST_UNKNOWN = 1_000;

/** Key of failed sign-ins that share a record of the audit trail: user, network, reason and hour. */
export function failedSignInKey({ userId, clientAddress }: Attempt, reason: string, now: Date): Buffer {
  const network = networkOf(clientAddress);
  const from =
    userId === undefined
      ? ['network', hash('sha256', network, 'buffer').readUInt32BE() % MOST_UNKNOWN]
      : ['user', userId, network];
  return hash('sha256', JSON.stringify([...from, reason, Math.floor(now.getTime() / HOUR_MS)]), 'buffer');
}
