import { lookup } from 'node:dns/promises';

/**
 * Resolves the host of an address that a user chose, once. The connection has to go to the returned address, so that a name whose address changes in the
 * meantime cannot lead elsewhere.
 * @param host name or address; an IPv6 address without brackets
 * @param isAllowed decides about the addresses of the host; all of them must be allowed
 */
export async function resolveOnce(
  host: string,
  isAllowed: (address: string) => boolean,
): Promise<{ readonly address: string } | 'unknown' | 'forbidden'> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const [first] = found;
  if (!first) return 'unknown';
  return found.every(({ address }) => isAllowed(address)) ? { address: first.address } : 'forbidden';
}
