import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Whoever has one address of IPv6 has this many bits of others. */
const NETWORK_BYTES = 8;

/**
 * What attempts to sign in are counted by: the user, by whichever name, together with where they come from. A name that nobody has is
 * counted just so. The hash keeps names and addresses out of the table, and its rows short.
 * @param login as it was typed
 * @param userId the user of that login; undefined: nobody's
 * @param clientAddress as the edge saw it
 */
export function attemptKey(login: string, userId: number | undefined, clientAddress: string): Buffer {
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
