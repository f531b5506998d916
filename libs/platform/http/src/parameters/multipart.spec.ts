import { Readable } from 'node:stream';
import { FORM_LIMIT, WHOLE_LIMIT, readMultipart } from './multipart.js';
import { EntityTooLarge, MalformedMultipart } from '../refusals.js';
import { UploadedFile } from './uploaded-file.js';

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

  const file = (name: string, content: string) =>
    `Content-Disposition: form-data; name="${name}"; filename="C:\\pictures\\a.png"\r\nContent-Type: image/png\r\n\r\n${content}`;

  it('reads files beside the fields', async () => {
    await expect(whole(file('avatar', 'bytes'), field('name', 'n'))).resolves.toEqual({
      name: 'n',
      avatar: new UploadedFile('a.png', 'image/png', Buffer.from('bytes'), false),
    });
  });

  it('takes a part for a file by its file name, whatever type it claims', async () => {
    const typed = 'Content-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream\r\n\r\ntext';
    await expect(whole(typed)).resolves.toEqual({ a: 'text' });
  });

  it('reads past file fields in which no file was chosen', async () => {
    const none =
      'Content-Disposition: form-data; name="avatar"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n';
    await expect(whole(none, field('name', 'n'))).resolves.toEqual({ name: 'n' });
  });

  it('keeps the beginning of a file that is too long, and reads past files in places where none can be', async () => {
    const { avatar } = (await whole(file('avatar', 'x'.repeat(FORM_LIMIT + 1)))) as { avatar: UploadedFile };
    expect(avatar.truncated).toBe(true);
    expect(avatar.content).toHaveLength(FORM_LIMIT);
    await expect(whole(file('a[b]', 'x'), file('__proto__', 'x'), field('name', 'n'))).resolves.toEqual({ name: 'n' });
  });

  it('reads past parts that say no name', async () => {
    const [nameless, file] = ['form-data', 'form-data; filename="a.png"'].map(
      (disposition) => `Content-Disposition: ${disposition}\r\n\r\nvalue`,
    );
    await expect(whole(nameless!, file!, 'X: y\r\n\r\nvalue', field('name', 'n'))).resolves.toEqual({ name: 'n' });
    await expect(whole(field('', 'value'))).resolves.toEqual({});
  });

  it.each([
    ['between two parts', `--x\r\n${field('name', 'n')}\r\n`],
    ['within a file', `--x\r\n${file('avatar', 'bytes')}`],
    ['within a field', `--x\r\n${field('name', 'n')}`],
    ['within the head of a part', '--x\r\nContent-Dispo'],
    ['after an end that is none', `--x--; more\r\n\r\n--x\r\n${field('name', 'n')}\r\n--x--\r\n`],
  ])('refuses what breaks off %s', async (_, sent) => {
    await expect(body([], sent).catch((error: unknown) => MalformedMultipart.is(error))).resolves.toBe(true);
  });

  it('refuses what never ends, however little of it is kept', async () => {
    const bytes = Buffer.from(`--x\r\n${file('a', '')}`);
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        yield bytes;
        for (;;) {
          sent += 65_536;
          yield Buffer.alloc(65_536);
        }
      })(),
    );
    await expect(readMultipart(headers, endless).catch((error: unknown) => EntityTooLarge.is(error))).resolves.toBe(
      true,
    );
    expect(sent).toBeLessThan(2 * WHOLE_LIMIT);
  });

  it('refuses thousands of parts, each of which costs more than its bytes', async () => {
    const many = (part: string) => whole(...Array<string>(5_000).fill(part));
    for (const part of [field('a', ''), file('a', ''), 'Content-Disposition: form-data\r\n\r\n'])
      await expect(many(part).catch((error: unknown) => EntityTooLarge.is(error))).resolves.toBe(true);
  });

  it('refuses fields that are too large together', async () => {
    const tooLarge = whole(field('a', 'x'.repeat(FORM_LIMIT / 2)), field('b', 'x'.repeat(FORM_LIMIT / 2)));
    await expect(tooLarge.catch((error: unknown) => EntityTooLarge.is(error))).resolves.toBe(true);
  });
});
