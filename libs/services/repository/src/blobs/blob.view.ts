import { Readable } from 'node:stream';
import { Stream } from '@hearth/http';
import { z } from 'zod';
import type { Blob } from '../git/reads/blobs.js';

export const BlobView = z.strictObject({
  size: z.int(),
  encoding: z.literal('base64'),
  sha: z.string(),
  content: z.string(),
});

/** Largest content in bytes whose record is built in memory. Larger content is encoded while it is read. */
const SMALL = 1024 * 1024;

/**
 * The JSON text of a record with the content of a blob in Base64, without line breaks.
 * @param fields the rest of the record
 * @param etag changes with any of the fields
 */
export async function contentRecord(
  blob: Blob,
  fields: object,
  etag: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Stream> {
  const options = { type: 'application/json', etag, headers };
  if (blob.size <= SMALL) {
    const content = (await blob.bytes()).toString('base64');
    return new Stream(Buffer.from(JSON.stringify({ ...fields, content })), options);
  }
  const head = `${JSON.stringify(fields).slice(0, -1)},"content":"`;
  const length = Buffer.byteLength(head) + 4 * Math.ceil(blob.size / 3) + TAIL.length;
  return new Stream(Readable.from(recordText(head, blob), { objectMode: false }), { ...options, length });
}

const TAIL = '"}';

async function* recordText(head: string, blob: Blob): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for await (const text of base64(blob.stream())) yield Buffer.from(text, 'latin1');
  yield Buffer.from(TAIL);
}

/** Encodes whole groups of three bytes, so that nothing is padded in the middle. */
export async function* base64(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
