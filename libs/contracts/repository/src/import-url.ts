import ipaddr from 'ipaddr.js';

const SCHEMES = new Set(['http:', 'https:', 'git:']);
/** Lower ports belong to other services, except the two ports of git over HTTP. */
const FIRST_FREE_PORT = 1024;
const WELL_KNOWN_PORTS = new Set(['', '80', '443']);

/** Why the URL of an import is rejected. */
export type ImportUrlFailure = 'not a URL' | 'forbidden';

/**
 * Validates the URL of an import. Host names are not resolved here: their addresses are checked when the import begins, see
 * `isPublicAddress`.
 * @param privateAllowed whether addresses of private networks are allowed
 * @returns undefined when the URL is valid
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

/** Deprecated form of IPv4 addresses (RFC 4291, 2.5.5.1), which some systems still route to them. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Returns true for an IP address of the public Internet: not loopback, private, link-local, multicast or reserved, also not in IPv6
 * notations of IPv4.
 */
export function isPublicAddress(address: string): boolean {
  const processed = ipaddr.process(address);
  const isCompatible = processed.kind() === 'ipv6' && (processed as ipaddr.IPv6).match(IPV4_COMPATIBLE);
  return !isCompatible && processed.range() === 'unicast';
}
