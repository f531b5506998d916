import { crc32, inflateRawSync } from 'node:zlib';

const MAGIC = 0x1f8b;
const HEADER_BYTES = 10;
/** Checksum and length after a member. */
const TRAILER_BYTES = 8;
/** Flags of the optional parts of a header. */
const [HEADER_CHECKSUM, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];

/**
 * Unpacks each member of a gzip file: runners write one for each file of a report.
 * @param most bytes of all of them
 * @throws Error for a broken file, and a larger one
 */
export function* gzipMembers(bytes: Buffer, most: number): Generator<Buffer> {
  for (let [start, left] = [0, most]; start < bytes.length;) {
    const data = start + headerLength(bytes.subarray(start));
    const { buffer: member, engine } = inflated(bytes.subarray(data), left);
    const end = data + engine.bytesWritten;
    if (bytes.length < end + TRAILER_BYTES || bytes.readUInt32LE(end) !== crc32(member))
      throw new Error('The gzip file is damaged');
    yield member;
    [start, left] = [end + TRAILER_BYTES, left - member.length];
  }
}

/** With `info`, Node.js also returns the engine, which counts the bytes that it has read. */
function inflated(bytes: Buffer, most: number): { readonly buffer: Buffer; readonly engine: { bytesWritten: number } } {
  return inflateRawSync(bytes, { info: true, maxOutputLength: Math.max(most, 1) }) as never;
}

function headerLength(bytes: Buffer): number {
  if (bytes.length < HEADER_BYTES || bytes.readUInt16BE(0) !== MAGIC) throw new Error('The file is not in gzip format');
  const flags = bytes[3]!;
  let length = HEADER_BYTES;
  if (flags & EXTRA!) length += 2 + bytes.readUInt16LE(length);
  for (const flag of [NAME!, COMMENT!]) if (flags & flag) length = bytes.indexOf(0, length) + 1 || bytes.length;
  return flags & HEADER_CHECKSUM! ? length + 2 : length;
}
