import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDeflate, deflateSync } from 'node:zlib';
import { slicesOf, type NewObject } from './new-object.js';

/** Type numbers of gitformat-pack(5). */
const TYPES: Readonly<Record<NewObject['type'], number>> = { commit: 1, tree: 2, blob: 3 };
const VERSION = 2;
/** Bytes up to which compressing takes less time than handing the work to a thread. */
const AT_ONCE = 16 * 1024;

/** Yields the bytes of a pack of these objects, with one object at a time in memory. Each object may occur only once. */
export async function* packOf(objects: readonly NewObject[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha1');
  for await (const chunk of entriesOf(objects)) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

async function* entriesOf(objects: readonly NewObject[]): AsyncGenerator<Buffer> {
  const header = Buffer.from('PACK\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(objects.length, 8);
  yield header;
  for (const object of objects) {
    yield entryHeader(object);
    const content = object.content();
    if (content.length <= AT_ONCE) yield deflateSync(content);
    else yield* Readable.from(slicesOf(content), { objectMode: false }).pipe(createDeflate()) as AsyncIterable<Buffer>;
  }
}

/** Returns type and size: four bits of the size in the first byte, seven in each that follows. */
function entryHeader({ type, size }: NewObject): Buffer {
  const bytes: number[] = [];
  let byte = (TYPES[type] << 4) | (size & 0x0f);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}
