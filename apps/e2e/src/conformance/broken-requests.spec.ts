import net from 'node:net';
import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { expectAnswer } from './expect-answer.js';

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const UNREADABLE = { error: 'The form cannot be read.' };
const NOTHING = { error: 'name, path are missing, at least one parameter must be provided' };

/** Sends bytes and returns everything received until the connection ends. */
function wire(bytes: string): Promise<string> {
  const { hostname, port } = new URL(hearth.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString())).on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

describe('requests that no client should send', () => {
  let person: Person;

  beforeAll(async () => {
    person = await newPerson('clumsy');
  });

  afterAll(async () => {
    (await person.api.get('/version')).expect(200);
  });

  const send = (headers: Record<string, string>, body: string) =>
    person.api.request('POST', '/projects', { headers, body });

  it.each([
    ['a part without a name', 'Content-Disposition: form-data\r\n\r\nvalue\r\n--x--\r\n', NOTHING],
    ['a file that breaks off', 'Content-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nab', UNREADABLE],
  ])('may be a form with %s', async (_, rest, refused) => {
    expectAnswer(await send(FORM, `--x\r\n${rest}`), 400, refused);
  });

  it.each(['json', 'x/y/z', 'x/y'])('may have the content type %j', async (type) => {
    const error = `The requested content-type '${type}' is not supported.`;
    expectAnswer(await send({ 'content-type': type }, 'x'), 406, { error });
  });

  it('may be larger than any limit', async () => {
    const tooLarge = { message: '413 Request Entity Too Large' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectAnswer(await send(form, `name=${'x'.repeat(1024 * 1024)}`), 413, tooLarge);
    expectAnswer(await send(form, 'a&'.repeat(10_001)), 413, tooLarge);
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    expectAnswer(await send(FORM, `${part.repeat(5_000)}--x--\r\n`), 413, tooLarge);
    const tag_list = Array<number>(20_000).fill(1);
    const invalid = { error: 'tag_list is invalid' };
    expectAnswer(await person.api.post('/projects', { tag_list, name: 'x'.repeat(2 ** 19) }), 400, invalid);
    expectAnswer(await person.api.post('/projects', { name: 'x'.repeat(2 ** 20) }), 413, tooLarge);
  });

  it('may come from strangers, who are not listened to', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{', '{}', `{"name":"${'x'.repeat(2 ** 22)}"}`])
      expectAnswer(await hearth.anonymous.request('POST', '/projects', { headers, body }), 401, {
        message: '401 Unauthorized',
      });
  });

  it('may name a host that is none, or none at all', async () => {
    for (const host of ['a b', '[', 'a/b', 'x:99999']) {
      const answer = await wire(`GET /api/v4/projects HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect([host, answer]).toEqual([
        host,
        expect.stringMatching(/^HTTP\/1.1 400 [^]*{"message":"400 Bad Request"}$/),
      ]);
    }
    expect(await wire('GET /api/v4/projects HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('may be no HTTP, or too long', async () => {
    expect(await wire('FOO / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*{"message":"400 Bad Request"}$/,
    );
    const long = `GET /api/v4/projects HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await wire(long)).toMatch(/^HTTP\/1.1 431 [^]*{"message":"431 Request Header Fields Too Large"}$/);
  });
});
