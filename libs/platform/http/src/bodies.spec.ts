import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SampleApp, outcome } from './testing/sample-app.js';
import { BATCH_LIMIT, BodiesModule } from './testing/sample-bodies.js';
import { halfSend } from './testing/half-sent.js';

const MIB = 1024 * 1024;
const TOO_LARGE = { message: '413 Request Entity Too Large' };
const JSON_TYPE = 'Content-Type: application/json';

/** Parsed at once, these bodies block the process for ten seconds and more; a busy machine may block it for one. */
const STANDSTILL_MS = 3_000;

describe('request bodies', () => {
  let app: SampleApp;
  let port: number;

  beforeAll(async () => {
    app = await SampleApp.start(BodiesModule);
    port = await app.listen();
  });
  afterAll(() => app.close());

  const post = async (path: string, body: string | Buffer) => {
    const headers = { 'content-type': 'application/json', 'x-sample-caller': 'member' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v4${path}`, { method: 'POST', headers, body });
    return [answer.status, await answer.json()] as [number, unknown];
  };
  /** Measures the effect of a request on all others: the longest delay of the event loop, in milliseconds. */
  const delayed = async (work: () => Promise<void>) => {
    const histogram = monitorEventLoopDelay({ resolution: 5 });
    histogram.enable();
    await work();
    histogram.disable();
    return histogram.max / 1e6;
  };

  it.each([
    ['a stranger', [], 'HTTP/1.1 401'],
    ['a token without the scope', ['X-Sample-Caller: member read_user'], 'HTTP/1.1 403'],
    ['a token without the scope, with sudo', ['X-Sample-Caller: member read_user', 'Sudo: root'], 'HTTP/1.1 403'],
    ['an admin whose token may not act as others', ['X-Sample-Caller: root read_user'], 'HTTP/1.1 403'],
  ])('are not waited for of %s', async (_, headers, line) => {
    const sent = halfSend(port, '/api/v4/batches', [...headers, JSON_TYPE, 'Content-Length: 1000000'], '{"actions":');
    expect(await sent.answered).toContain(line);
    sent.socket.destroy();
  });

  it('are read for an admin who acts as the user that they name', async () => {
    const caller = 'root sudo';
    const payload = { name: 'abc', sudo: 'member' };
    expect(outcome(await app.send('POST', '/names', { caller, payload }))).toEqual([201, { actions: 0, length: 3 }]);
  });

  it('of JSON are refused above 1 MiB, by their length before a byte is read', async () => {
    const fits = JSON.stringify({ name: 'x'.repeat(MIB - 11) });
    expect(await post('/names', fits)).toEqual([201, { actions: 0, length: MIB - 11 }]);
    expect(await post('/names', `${fits} `)).toEqual([413, TOO_LARGE]);
    const caller = ['X-Sample-Caller: member', JSON_TYPE];
    const sized = halfSend(port, '/api/v4/names', [...caller, `Content-Length: ${MIB + 1}`]);
    expect(await sized.answered).toContain('HTTP/1.1 413');
    const chunk = Buffer.from(`${(MIB + 1).toString(16)}\r\n${' '.repeat(MIB + 1)}`);
    const chunked = halfSend(port, '/api/v4/names', [...caller, 'Transfer-Encoding: chunked'], chunk);
    expect(await chunked.answered).toContain('HTTP/1.1 413');
    for (const { socket } of [sized, chunked]) socket.destroy();
  });

  it('that an endpoint declares to be larger are parsed while others are served', async () => {
    const content = 'YWJj'.repeat(MIB / 4 - 64);
    const body = Buffer.from(JSON.stringify({ actions: Array.from({ length: 99 }, () => ({ content })) }));
    expect(body.length).toBeGreaterThan(90 * MIB);
    const delay = await delayed(async () => {
      expect(await post('/batches', body)).toEqual([201, { actions: 99, length: 99 * content.length }]);
    });
    expect(delay).toBeLessThan(STANDSTILL_MS);
  });

  it.each([
    ['values', `{"actions":[${'{},'.repeat(8 * MIB)}{}]}`, 413],
    ['levels', `{"actions":${'['.repeat(2 * MIB)}`, 413],
    ['JSON that is none', `{"actions":[${' '.repeat(2 * MIB)}x]}`, 400],
    ['JSON that ends early', `{"actions":[${' '.repeat(2 * MIB)}`, 400],
  ])('that are large are refused for %s at once', async (_, text, status) => {
    const body = Buffer.from(text);
    const delay = await delayed(async () => expect((await post('/batches', body))[0]).toBe(status));
    expect(delay).toBeLessThan(STANDSTILL_MS);
  });

  it('of less than 1 MiB are refused for values too, and texts with as many commas are not', async () => {
    const text = ',[{"\\:'.repeat(MIB / 9);
    expect(await post('/names', JSON.stringify({ name: text }))).toEqual([201, { actions: 0, length: text.length }]);
    expect(await post('/names', `{"name":[${'[],'.repeat(MIB / 4)}[]]}`)).toEqual([413, TOO_LARGE]);
  });

  it('that are large beyond what is declared are refused', async () => {
    const caller = ['X-Sample-Caller: member', JSON_TYPE, `Content-Length: ${BATCH_LIMIT + 1}`];
    const sent = halfSend(port, '/api/v4/batches', caller);
    expect(await sent.answered).toContain('HTTP/1.1 413');
    sent.socket.destroy();
  });

  it('that are large are refused while others fill the memory for them', async () => {
    const head = ['X-Sample-Caller: member', JSON_TYPE, `Content-Length: ${BATCH_LIMIT}`];
    const waiting = [1, 2].map(() => halfSend(port, '/api/v4/batches', head, '{"actions":['));
    // A body without a length counts as one of the longest.
    const another = () =>
      halfSend(port, '/api/v4/batches', [...head.slice(0, 2), 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n');
    let answer = '';
    for (let times = 0; times < 200 && !answer.includes('HTTP/1.1 503'); times += 1) {
      const { socket, answered } = another();
      answer = await answered;
      socket.destroy();
    }
    expect(answer).toMatch(/retry-after: 1/i);
    for (const { socket } of waiting) socket.destroy();
  });

  it('of another type are refused by raw routes unread, and take no memory', async () => {
    const chunk = Buffer.alloc(8 * MIB);
    const held = process.memoryUsage().arrayBuffers;
    const sent = Array.from({ length: 20 }, () =>
      halfSend(port, '/raw', [JSON_TYPE, `Content-Length: ${16 * MIB}`], chunk),
    );
    for (const { answered } of sent) expect(await answered).toContain('HTTP/1.1 415');
    expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(64 * MIB);
    for (const { socket } of sent) socket.destroy();
  });

  it('reach raw routes as the streams that they are', async () => {
    const headers = { 'content-type': 'application/x-git-receive-pack-request' };
    const body = Buffer.alloc(32 * MIB);
    const answer = await fetch(`http://127.0.0.1:${port}/raw`, { method: 'POST', headers, body });
    expect(await answer.text()).toBe(String(body.length));
  });
});
