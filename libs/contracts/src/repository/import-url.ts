import ipaddr from 'ipaddr.js';

const SCHEMES = new Set(['http:', 'https:', 'git:']);
/** Ports below this belong to services that are not meant to be spoken to so; these two are where git is. */
const FIRST_FREE_PORT = 1024;
const WELL_KNOWN_PORTS = new Set(['', '80', '443']);

/** What is wrong with the address of a repository that is to be copied. */
export type ImportUrlFailure = 'not a URL' | 'forbidden';

/**
 * Looks at the address of a repository as somebody wrote it. Names are not looked up: what they stand for is looked at when the copy
 * begins, see `isPublicAddress`.
 * @param privateAllowed whether addresses of private networks may be read
 * @returns undefined when nothing is wrong
 */
export function importUrlFailure(text: string, privateAllowed: boolean): ImportUrlFailure | undefined {
  if (!URL.canParse(text)) return 'not a URL';
  const url = new URL(text);
  if (!SCHEMES.has(url.protocol)) return 'forbidden';
  if (url.hostname === '' || url.pathname === '/' || url.pathname === '') return 'not a URL';
  if (privateAllowed) return undefined;
  if (!WELL_KNOWN_PORTS.has(url.port) && Number(url.port) < FIRST_FREE_PORT) return 'forbidden';
  if (url.hostname === 'localhost' || url.hostname.endsWith('.localhost')) return 'forbidden';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(literal) && !isPublicAddress(literal) ? 'forbidden' : undefined;
}

/** Whether an IP address is one of the public Internet: not loopback, private, link-local, multicast or reserved, also not behind IPv6 notations of IPv4. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}
