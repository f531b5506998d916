import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { bodyOf } from './buffered-bodies.js';

describe('bodyOf', () => {
  const requestWith = (headers: IncomingMessage['headers']) =>
    Object.assign(new PassThrough(), { headers, complete: false }) as unknown as IncomingMessage & PassThrough;

  it('is null without a body', () => {
    expect(bodyOf(requestWith({ 'content-length': '0' }))).toBeNull();
  });

  it('fails when the client disconnects, also while nothing reads it', async () => {
    const request = requestWith({ 'content-length': '10' });
    const body = bodyOf(request)!;
    const closed = new Promise((resolve) => body.once('close', resolve));
    request.destroy();
    await closed;
    expect(body.errored?.message).toBe('the client disconnected');
  });
});
