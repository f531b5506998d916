import { MalformedRequest } from '../transport/pkt-line.js';

/** Bytes after which packets are passed on although their list goes on. */
const LARGEST_GROUP = 1024 * 1024;
const SHORTEST_PACKET = 4;
const FLUSH_LENGTH = 0;
const DONE = /^done\n?$/;

/**
 * Yields the packets of a fetch that its client sends to git itself, in groups: a group ends with a list (a flush packet, or `done`), or before
 * a list gets long. All bytes are yielded, in their order.
 * @throws MalformedRequest for bytes that are no packets, and for a stream that ends within one
 */
export async function* packetGroups(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let group: Buffer[] = [];
  let size = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const { end, endsList } = wholePackets(bytes);
    rest = bytes.subarray(end);
    group.push(bytes.subarray(0, end));
    size += end;
    if (size === 0 || !(endsList || size >= LARGEST_GROUP)) continue;
    yield Buffer.concat(group);
    [group, size] = [[], 0];
  }
  if (rest.length > 0) throw new MalformedRequest('the fetch ends within a packet');
  if (size > 0) yield Buffer.concat(group);
}

/** Finds the end of the last whole packet, and whether it ends a list. */
function wholePackets(bytes: Buffer): { end: number; endsList: boolean } {
  let end = 0;
  let endsList = false;
  while (bytes.length >= end + SHORTEST_PACKET) {
    const digits = bytes.toString('latin1', end, end + SHORTEST_PACKET);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new MalformedRequest('the fetch holds what is no packet');
    const length = Number.parseInt(digits, 16);
    const next = end + Math.max(SHORTEST_PACKET, length);
    if (next > bytes.length) break;
    const isShort = next - end <= SHORTEST_PACKET + 'done\n'.length;
    endsList = length === FLUSH_LENGTH || (isShort && DONE.test(bytes.toString('latin1', end + SHORTEST_PACKET, next)));
    end = next;
  }
  return { end, endsList };
}
