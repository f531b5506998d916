import { Readable } from 'node:stream';
import { FORM_LIMIT, readMultipart } from './multipart.js';
import { EntityTooLarge, MalformedMultipart } from './refusals.js';

const headers = { 'content-type': 'multipart/form-data; boundary=x' };

const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
describe('readMultipart', () => {
  const body = (parts: string[], end: string) =>
    readMultipart(headers, Readable.from([Buffer.from(`${parts.map((part) => `--x\r\n${part}\r\n`).join('')}${end}`)]));
  const whole = (...parts: string[]) => body(parts, '--x--\r\n');

  it('reads fields, bracket names too', async () => {
    await expect(whole(field('name', 'ä & b'), field('tags[]', '1'), field('tags[]', '2'))).resolves.toEqual({
      name: 'ä & b',
      tags: ['1', '2'],
    });
  });

  it('reads past files', async () => {
    const file =
      'Content-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nbytes';
    await expect(whole(file, field('name', 'n'))).resolves.toEqual({ name: 'n' });
  });

  it('refuses what breaks off, and what is too large', async () => {
    await expect(body([field('name', 'n')], '').catch((error: unknown) => MalformedMultipart.is(error))).resolves.toBe(
      true,
    );
    const tooLarge = whole(field('a', 'x'.repeat(FORM_LIMIT / 2)), field('b', 'x'.repeat(FORM_LIMIT / 2)));
    await expect(tooLarge.catch((error: unknown) => EntityTooLarge.is(error))).resolves.toBe(true);
  });
});
