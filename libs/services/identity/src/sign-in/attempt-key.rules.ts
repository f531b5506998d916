import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Whoever has one address of IPv6 has this many bits of others. */
const NETWORK_BYTES = 8;

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
 * What attempts are counted by: the user, by whichever name, together with where they come from. A name that nobody has is counted just
 * so. The hash keeps names and addresses out of the table, and its rows short.
 */
export function attemptKey({ login, userId, clientAddress }: Attempt): Buffer {
  const who = userId === undefined ? ['login', login.toLowerCase()] : ['user', String(userId)];
  return hash('sha256', JSON.stringify([...who, networkOf(clientAddress)]), 'buffer');
}

/** The IPv4 address, also of one that is written as IPv6; the /64 of an IPv6 address; any other text as it is. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : Buffer.from(parsed.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}
