/** Packet that ends a list. */
export const FLUSH = Buffer.from('0000', 'latin1');

/** Most bytes of content in one packet. */
export const MAX_PACKET_CONTENT = 65_516;

/** The bytes do not follow git's wire format. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest';
}

/** Returns one packet with the content. */
export function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  if (bytes.length > MAX_PACKET_CONTENT) throw new RangeError(`a packet holds at most ${MAX_PACKET_CONTENT} bytes`);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0'), 'latin1'), bytes]);
}

/** Returns content on a side band (1: data, 2: messages, 3: fatal), split into as many packets as needed. */
export function sideBand(band: 1 | 2 | 3, content: Buffer): Buffer {
  const room = MAX_PACKET_CONTENT - 1;
  const packets: Buffer[] = [];
  for (let offset = 0; offset < content.length; offset += room) {
    packets.push(packet(Buffer.concat([Buffer.of(band), content.subarray(offset, offset + room)])));
  }
  return Buffer.concat(packets);
}

export interface ReadPacket {
  /** Null for a flush packet. */
  readonly content: Buffer | null;
  /** Offset of the next packet. */
  readonly next: number;
}

/** Reads the packet at `offset`; returns null while it is incomplete. Throws MalformedRequest. */
export function readPacket(bytes: Buffer, offset: number): ReadPacket | null {
  if (bytes.length < offset + 4) return null;
  const digits = bytes.toString('latin1', offset, offset + 4);
  const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  if (length === 0) return { content: null, next: offset + 4 };
  if (length < 4) throw new MalformedRequest(`a packet begins with ${JSON.stringify(digits)}`);
  if (bytes.length < offset + length) return null;
  return { content: bytes.subarray(offset + 4, offset + length), next: offset + length };
}
