import { createHash, type Hash } from 'node:crypto';

/** Longest request whose answer is shared: those of clones are short, long ones negotiate from what one client has. */
export const MAX_SHARED_REQUEST = 64 * 1024;

/** Request to git-upload-pack whose answer others may get too. */
export interface SharedRequest {
  readonly command: 'ls-refs' | 'fetch';
  /** Refs that the answer depends on, apart from the ids that it wants. */
  readonly dependsOn: 'all-refs' | 'tags';
  /** Hash of everything that decides the answer: of the request without the client's name and the id of its session. */
  readonly digest: string;
}

/** Parts of a request that git only logs. */
const LOGGED = /^(?:agent|session-id)=/;
/** Lines by which an answer depends on refs other than tags. */
const NEEDS_ALL_REFS = /^(?:have|deepen-not) /;

/**
 * Reads a whole request. Returns null for those whose answer is of use to one client only (negotiations), and for those that git does not
 * understand.
 * @param protocol the client's Git-Protocol header
 */
export function readSharedRequest(protocol: string | undefined, body: Buffer): SharedRequest | null {
  const packets = packetsOf(body);
  if (packets === null) return null;
  const hash = createHash('sha256');
  return protocol === 'version=2' ? ofVersion2(packets, hash) : ofVersion0(packets, hash);
}

function ofVersion2(packets: readonly string[], hash: Hash): SharedRequest | null {
  const command = packets[0] === 'command=ls-refs' ? 'ls-refs' : packets[0] === 'command=fetch' ? 'fetch' : null;
  if (command === null || (command === 'fetch' && !packets.includes('done'))) return null;
  const argumentsFrom = packets.indexOf(DELIMITER);
  packets.forEach((each, index) => {
    if (index > argumentsFrom || !LOGGED.test(each)) add(hash, each);
  });
  const isNarrow = command === 'fetch' && !packets.some((each) => NEEDS_ALL_REFS.test(each));
  return { command, dependsOn: isNarrow ? 'tags' : 'all-refs', digest: hash.digest('hex') };
}

/** The first want of versions 0 and 1 is followed by the capabilities. */
function ofVersion0(packets: readonly string[], hash: Hash): SharedRequest | null {
  const [first, ...rest] = packets;
  if (!first?.startsWith('want ') || !rest.includes('done')) return null;
  const words = first.split(' ').filter((word) => !LOGGED.test(word));
  for (const each of [words.join(' '), ...rest]) add(hash, each);
  return { command: 'fetch', dependsOn: 'all-refs', digest: hash.digest('hex') };
}

function add(hash: Hash, packet: string): void {
  hash.update(`${packet.length}:`).update(packet, 'latin1');
}

/** Packets that end a list or a part of one are given by their length, which no other packet can be. */
const DELIMITER = '0001';

/** Returns the contents of all packets without the line breaks at their ends; null for what is no sequence of packets. */
export function packetsOf(body: Buffer): string[] | null {
  const packets: string[] = [];
  for (let offset = 0; offset < body.length;) {
    const digits = body.toString('latin1', offset, offset + 4);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    const next = offset + Math.max(4, length);
    if (!(next <= body.length)) return null;
    packets.push(length < 4 ? digits : body.toString('latin1', offset + 4, next).replace(/\n$/, ''));
    offset = next;
  }
  return packets;
}
