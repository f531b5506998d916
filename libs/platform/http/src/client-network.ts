import ipaddr from 'ipaddr.js';

/** Bytes of an IPv6 address that identify its network: the holder of one address usually has the whole /64. */
const NETWORK_BYTES = 8;

/**
 * Returns the key by which a client's requests are counted: the IPv4 address, also of one that is written as IPv6; the /64 of an IPv6 address; any
 * other text as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : Buffer.from(parsed.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}
