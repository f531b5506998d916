import { fork, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Certificates, freePort, until } from '@hearth/data/testing';
import { Agent, request } from 'undici';

const PROGRAM = path.join(import.meta.dirname, 'testing/sample-process.js');

/** The authority that clients trust, once the process speaks TLS. */
let authority: string | undefined;

/** Returns the body of a response; `refused` when nothing listens, `broken` without a response. */
async function ask(port: number, at: string): Promise<string> {
  const dispatcher = new Agent({ connect: { ...(authority !== undefined && { ca: authority }) } });
  const url = `${authority === undefined ? 'http' : 'https'}://127.0.0.1:${port}${at}`;
  try {
    const response = await request(url, { dispatcher, headers: { connection: 'close' } });
    const text = await response.body.text();
    return response.statusCode === 200 ? text : `${response.statusCode} ${text}`;
  } catch (error) {
    return (error as { code?: string }).code === 'ECONNREFUSED' ? 'refused' : 'broken';
  } finally {
    await dispatcher.close();
  }
}

describe('a process', () => {
  let folder: string;
  let routed: number;
  let internal: number;
  let child: ChildProcess;
  let exited: Promise<[number | null, NodeJS.Signals | null]>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'process-'));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const names = { kid: 'sample-1', service: 'sample' };
    await writeFile(path.join(folder, 'signing.json'), JSON.stringify({ ...names, privateKey }));
    await writeFile(path.join(folder, 'verify.json'), JSON.stringify([{ ...names, publicKey }]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => {
    authority = undefined;
    return child.kill('SIGKILL');
  });

  async function start(settings: NodeJS.ProcessEnv = {}, log: 'inherit' | 'pipe' = 'inherit'): Promise<void> {
    [routed, internal] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env['PATH'],
      HEARTH_ROUTED: `127.0.0.1:${routed}`,
      HEARTH_INTERNAL: `127.0.0.1:${internal}`,
      HEARTH_SIGNING_KEY: path.join(folder, 'signing.json'),
      HEARTH_VERIFY_KEYS: path.join(folder, 'verify.json'),
      HEARTH_LOG_LEVEL: 'error',
      ...settings,
    };
    child = fork(PROGRAM, { env, execArgv: [], stdio: ['ignore', log, 'inherit', 'ipc'] });
    exited = once(child, 'exit') as never;
    const early = exited.then(([status]) => Promise.reject(new Error(`it ended with status ${status}`)));
    await Promise.race([once(child, 'message'), early]);
  }

  /** Sends a request that is not answered before `/go-on` is requested. */
  async function askSlowly(): Promise<{ answer: Promise<string> }> {
    const answer = ask(routed, '/slow');
    await until('the request arrives', async () => (await ask(routed, '/waiting')) === '1');
    return { answer };
  }

  const isDraining = () => until('it drains', async () => (await ask(internal, '/health/ready')).startsWith('503'));

  it('is ready, live and well', async () => {
    await start();
    expect(JSON.parse(await ask(internal, '/health/ready'))).toEqual({ status: 'ready' });
    expect(JSON.parse(await ask(internal, '/health/live'))).toEqual({ status: 'live' });
    expect(JSON.parse(await ask(internal, '/health'))).toEqual({ status: 'well' });
  });

  it('told to end, serves on until a long request is answered, then ends with status 0', async () => {
    await start();
    const { answer } = await askSlowly();
    child.kill('SIGTERM');
    await isDraining();
    expect(await ask(internal, '/health/ready')).toBe('503 {"status":"not ready"}');
    expect(JSON.parse(await ask(internal, '/health/live'))).toEqual({ status: 'live' });
    expect(await ask(routed, '/quick')).toBe('quick');
    expect(await ask(routed, '/go-on')).toBe('done');
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([0, null]);
    expect(await ask(routed, '/quick')).toBe('refused');
  });

  it('breaks off what has not ended within its grace period, and ends with status 0', async () => {
    await start({ HEARTH_GRACE: '1s' });
    const { answer } = await askSlowly();
    const toldAt = performance.now();
    child.kill('SIGTERM');
    expect(await answer).toBe('broken');
    expect(performance.now() - toldAt).toBeGreaterThanOrEqual(990);
    expect(await exited).toEqual([0, null]);
  });

  it.each([['SIGTERM'], ['SIGINT']] as const)('ends at once at the second signal, %s', async (second) => {
    await start();
    const { answer } = await askSlowly();
    child.kill('SIGTERM');
    await isDraining();
    child.kill(second);
    expect(await exited).toEqual([1, null]);
    expect(await answer).toBe('broken');
  });

  it('ends in order when its supervisor is gone, and does not take the next signal for a second one', async () => {
    await start();
    const { answer } = await askSlowly();
    child.disconnect();
    await isDraining();
    child.kill('SIGTERM');
    expect(await ask(routed, '/go-on')).toBe('done');
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([0, null]);
  });

  it('is not ready, and serves, during its drain delay', async () => {
    await start({ HEARTH_DRAIN_DELAY: '1s' });
    const toldAt = performance.now();
    child.kill('SIGTERM');
    await isDraining();
    expect(await ask(routed, '/quick')).toBe('quick');
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - toldAt).toBeGreaterThanOrEqual(990);
  });

  it('ends a request alone with an error that nothing catches, and itself where others may be affected', async () => {
    await start({ HEARTH_LOG_LEVEL: 'silent' });
    expect(await ask(routed, '/rejection')).toBe('500 {"message":"500 Internal Server Error"}');
    expect(await ask(routed, '/second-answer')).toBe('broken');
    expect(await ask(routed, '/quick')).toBe('quick');
    expect(await ask(routed, '/exception')).toBe('broken');
    expect(await exited).toEqual([1, null]);
  });

  it('names lines of the sources where it logs an error', async () => {
    await start({}, 'pipe');
    const log = text(child.stdout!);
    expect(await ask(routed, '/exception')).toBe('broken');
    expect(await log).toMatch(
      /Error: nothing catches this\\n {4}at \S+ \(\/\S+\/src\/testing\/sample-process\.ts:\d+:\d+\)/,
    );
  });

  it('neither sends traces nor logs their ids unless it is told to', async () => {
    let connections = 0;
    const collector = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_SDK_DISABLED: 'true' };
    await start({ ...off, HEARTH_LOG_LEVEL: 'info', HEARTH_ACCESS_LOG: 'all' }, 'pipe');
    const log = text(child.stdout!);
    expect(await ask(routed, '/quick')).toBe('quick');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    const lines = (await log).trimEnd().split('\n');
    const request = lines.map((line) => JSON.parse(line) as object).find((line) => 'route' in line);
    expect(request).toMatchObject({ status: 200, correlationId: expect.any(String) });
    expect(request).not.toHaveProperty('traceId');
    expect(connections).toBe(0);
    collector.close();
  });

  it('ends although the collector of its traces is away', async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(await ask(routed, '/quick')).toBe('quick');
    const toldAt = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - toldAt).toBeLessThan(30_000);
  });

  it('speaks TLS only where it has a certificate, and drains as ever', async () => {
    const certificates = await Certificates.make();
    const { cert, key } = await certificates.sign('sample');
    const pem = await readFile(certificates.authority, 'utf8');
    await start({ HEARTH_TLS_CERT_FILE: cert, HEARTH_TLS_KEY_FILE: key });
    expect(await ask(internal, '/health/ready')).toBe('broken');
    expect(await ask(routed, '/quick')).toBe('broken');
    authority = pem;
    expect(JSON.parse(await ask(internal, '/health/ready'))).toEqual({ status: 'ready' });
    const { answer } = await askSlowly();
    const half = connect(routed, '127.0.0.1');
    half.on('error', () => undefined);
    await once(half, 'connect');
    child.kill('SIGTERM');
    await isDraining();
    expect(await ask(routed, '/go-on')).toBe('done');
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([0, null]);
    half.destroy();
    await certificates.remove();
  });
});
