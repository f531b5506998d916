import { crc32, deflateRawSync } from 'node:zlib';

/** File in a zip file. */
export interface ZippedFile {
  /** Bytes for a name that is no text. */
  readonly name: string | Buffer;
  readonly content: Buffer;
  /** Deflated by default. */
  readonly method?: number;
  /** Size in the archive's list, if it differs from the real one. */
  readonly size?: number;
  readonly flags?: number;
}

/** Builds a zip file. */
export function zipOf(...files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const { method = 8, size = file.content.length, flags = 0x800 } = file;
    const data = method === 8 ? deflateRawSync(file.content) : file.content;
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(crc32(file.content), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from('PK\x03\x04'), head, name, data);
    list.push(Buffer.from('PK\x01\x02\x14\x00'), head, place, name);
    at += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...list, Buffer.from('PK\x05\x06'), end]);
}
