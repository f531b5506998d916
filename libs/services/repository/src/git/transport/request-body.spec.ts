import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { MalformedRequest } from './pkt-line.js';
import { atMost, chunksOf, isCompressed, MAX_REQUEST_BYTES, plainBody, RequestTooLarge } from './request-body.js';

const MiB = 1024 * 1024;

/** Returns the number of bytes read of a body before it ends or is refused. */
async function read(body: Readable): Promise<{ bytes: number; error?: unknown }> {
  let bytes = 0;
  try {
    for await (const chunk of atMost(chunksOf(body), MAX_REQUEST_BYTES)) bytes += chunk.length;
    return { bytes };
  } catch (error) {
    return { bytes, error };
  }
}

describe('the body of a request', () => {
  it('is inflated as far as a request goes, however much it would become', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MiB, '0'));
    expect(bomb.length).toBeLessThan(MiB);
    const plain = plainBody(Readable.from([bomb]), 'gzip');
    let inflated = 0;
    const push = plain.push.bind(plain);
    plain.push = (chunk: Buffer | null) => {
      inflated += chunk?.length ?? 0;
      return push(chunk);
    };
    const { bytes, error } = await read(plain);
    expect(error).toBeInstanceOf(RequestTooLarge);
    expect(bytes).toBeLessThanOrEqual(MAX_REQUEST_BYTES);
    expect(inflated).toBeLessThan(MAX_REQUEST_BYTES + MiB / 2);
  });

  it('may have exactly the size of the bound, and its connection stays open beyond it', async () => {
    const most = new PassThrough();
    most.end(Buffer.alloc(MAX_REQUEST_BYTES));
    expect(await read(most)).toEqual({ bytes: MAX_REQUEST_BYTES });
    const more = new PassThrough();
    more.end(Buffer.alloc(MAX_REQUEST_BYTES + 1));
    expect((await read(more)).error).toBeInstanceOf(RequestTooLarge);
    expect(more.destroyed).toBe(false);
  });

  it('is compressed as git clients compress it, or not at all', () => {
    expect([undefined, 'identity', 'gzip', ' X-GZIP '].map(isCompressed)).toEqual([false, false, true, true]);
    expect(() => isCompressed('br')).toThrow(MalformedRequest);
  });
});
