import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { ServiceClient, ServiceMap } from '@hearth/calls';
import { Certificates, until } from '@hearth/data/testing';
import type { RouteEntry } from '@hearth/http';
import type { Signer, TlsCertificate } from '@hearth/secrets';
import Fastify, { type FastifyInstance } from 'fastify';
import { Proxy } from './proxy.js';
import type { RouteLearner } from './routes/route-learner.js';
import type { StorageLocator } from './storage-locator.js';
import { hookEdge } from './testing/hook-edge.js';

const PATH = '/api/v4/projects/1/repository/tree';
const WAITING = '/api/v4/jobs/request';
const PATIENCE_MS = 400;

/** Requests that services have not answered. */
let waiting = 0;

/** Answers like a repository process: for its own storage, or 421 with the right one. */
async function repositoryProcess(storage: string, owner: string, certificate?: TlsCertificate, status = 200) {
  const options = { bodyLimit: 4_194_304, forceCloseConnections: true, https: certificate ?? null };
  const fastify = Fastify(options) as unknown as FastifyInstance;
  fastify.addHook('onRequest', async ({ headers }, reply) =>
    headers['content-type'] === 'refused/unread' ? reply.code(413).send({}) : undefined,
  );
  fastify.all('/*', (request, reply) => {
    if (request.url === WAITING) {
      waiting += 1;
      return new Promise(() => undefined);
    }
    if (owner !== storage) return reply.code(421).header('x-hearth-storage', owner).send({});
    if (request.headers['x-long-link']) return reply.header('link', '%7E'.repeat(60_000)).send({});
    if (request.headers['if-none-match']) return reply.code(304).send();
    if (request.headers['x-newer']) void reply.header('x-hearth-routes', 'v2');
    if (request.headers['x-slower']) void reply.header('x-hearth-repacking', 'true');
    return reply.code(status).send({ storage, url: request.url, headers: request.headers, body: request.body });
  });
  return { url: await fastify.listen({ port: 0, host: '127.0.0.1' }), close: () => fastify.close() };
}

/** A certificate for this machine, and the authority that has signed it. */
async function certified(): Promise<TlsCertificate & { authority: string }> {
  const certificates = await Certificates.make();
  const { cert, key } = await certificates.sign('repository');
  const [authority, ...pair] = await Promise.all(
    [certificates.authority, cert, key].map((file) => readFile(file, 'utf8')),
  );
  await certificates.remove();
  return { authority: authority!, cert: pair[0]!, key: pair[1]! };
}

describe('Proxy', () => {
  const hints = new Map<string, string>();
  const copies = new Map<string, string[]>();
  const aside: string[] = [];
  let isReadOnly = false;
  const placeOf = (project: string) => ({ storage: hints.get(project), readOnly: isReadOnly });
  const locator = {
    locate: (project: string) => Promise.resolve(placeOf(project)),
    during: (_: string, request: () => Promise<unknown>) => request(),
    readers: (project: string) => Promise.resolve([hints.get(project)!, ...(copies.get(project) ?? [])]),
    isReadOnly: (project: string) => Promise.resolve(placeOf(project).readOnly),
    setAside: (_: string, storage: string, reason: string) => void aside.push(`${storage} ${reason}`),
    correct: (project: string, storage: string) => void hints.set(project, storage),
    forget: (project: string) => void hints.delete(project),
  } as unknown as StorageLocator;
  const running: { close(): Promise<unknown> }[] = [];
  let edge: FastifyInstance;
  let proxy: Proxy;
  let client: ServiceClient;
  let identified = Promise.resolve();
  const noticed: string[][] = [];

  beforeAll(async () => {
    const wrong = await repositoryProcess('storage-1', 'storage-2');
    const right = await repositoryProcess('storage-2', 'storage-2');
    const lost = await repositoryProcess('storage-3', 'storage-3');
    await lost.close();
    const astray = await repositoryProcess('storage-4', 'storage-1');
    const astrayToo = await repositoryProcess('storage-5', 'storage-4');
    const [trusted, stranger] = [await certified(), await certified()];
    const secured = await repositoryProcess('storage-6', 'storage-6', trusted);
    const impostor = await repositoryProcess('storage-7', 'storage-7', stranger);
    const refusing = await repositoryProcess('storage-8', 'storage-8', undefined, 503);
    const ci = await repositoryProcess('ci', 'ci');
    running.push(ci, wrong, right, astray, astrayToo, secured, impostor, refusing);
    const address = ({ url }: { url: string }) => ({ routed: url, internal: url });
    const repository = {
      'storage-1': address(wrong),
      'storage-2': address(right),
      'storage-3': address(lost),
      'storage-4': address(astray),
      'storage-5': address(astrayToo),
      'storage-6': address(secured),
      'storage-7': address(impostor),
      'storage-8': address(refusing),
    };
    edge = Fastify({ forceCloseConnections: true });
    const route = {
      service: 'repository',
      path: PATH.replace('1', ':id'),
      routeBy: 'storage',
      streams: false,
    } as const;
    const git = { service: 'repository', routeBy: 'storage', streams: true } as const;
    const pattern = String.raw`^\/(?<project>.+?)\.git\/info\/refs$`;
    const routes: RouteEntry[] = [
      { ...route, methods: ['GET', 'POST'] },
      { service: 'ci', path: WAITING, routeBy: 'any', streams: true, waits: true, methods: ['POST'] },
      { ...git, pattern, methods: ['GET'], reads: 'service=git-upload-pack$' },
    ];
    const identify = () => identified.then(() => ({ principal: null }));
    const host = hookEdge(edge, { routes, authenticator: { identify } });
    const signer = { sign: () => 'signed' } as unknown as Signer;
    const learner = { notice: (...seen: string[]) => noticed.push(seen) } as unknown as RouteLearner;
    client = new ServiceClient(ServiceMap.parse(JSON.stringify({ repository, ci: address(ci) })), {
      listener: 'routed',
      connections: 8,
      patienceMs: PATIENCE_MS,
      waitingLimit: 100,
      silenceMs: 10_000,
      tls: { authorities: trusted.authority },
    });
    proxy = new Proxy(host, client, signer, locator, learner);
    await proxy.onModuleInit();
    await edge.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(async () => {
    await edge?.close();
    await proxy?.onApplicationShutdown();
    await Promise.all(running.map((process) => process.close()));
  });

  it('goes where the hint says, with the caller and without the credential', async () => {
    hints.set('1', 'storage-2');
    const headers = { 'private-token': 'secret', authorization: 'Bearer secret', 'x-hearth-caller': 'forged' };
    const answer = await edge.inject({ method: 'GET', url: `${PATH}?path=a/../b&ref=%2E%2E`, headers });
    const { storage, url, headers: seen } = answer.json<{ storage: string; url: string; headers: object }>();
    expect([storage, url]).toEqual(['storage-2', `${PATH}?path=a/../b&ref=%2E%2E`]);
    expect(seen).toMatchObject({ 'x-hearth-caller': 'signed', 'x-hearth-correlation': expect.any(String) });
    expect(JSON.stringify(seen)).not.toMatch(/secret|forged/);
  });

  it('serves route tables to the learner only', async () => {
    hints.set('1', 'storage-2');
    const answer = await edge.inject({ method: 'GET', url: PATH, headers: { 'x-newer': '1' } });
    expect([answer.statusCode, answer.headers]).toEqual([
      200,
      expect.not.objectContaining({ 'x-hearth-routes': expect.anything() }),
    ]);
    expect(noticed).toEqual([['repository', 'v2']]);
  });

  it('asks other storages first than one that repacks the repository, without a word to the client', async () => {
    hints.set('1', 'storage-2');
    aside.length = 0;
    const answer = await edge.inject({ method: 'GET', url: PATH, headers: { 'x-slower': '1' } });
    expect([answer.statusCode, aside]).toEqual([200, ['storage-2 repacking']]);
    expect(answer.headers).not.toHaveProperty('x-hearth-repacking');
  });

  it('speaks TLS where the address says so, to a process whose authority it trusts', async () => {
    hints.set('1', 'storage-6');
    const answer = await edge.inject({ method: 'POST', url: PATH, payload: { a: 1 } });
    expect(answer.json()).toMatchObject({ storage: 'storage-6', body: { a: 1 } });
    hints.set('1', 'storage-7');
    expect((await edge.inject({ method: 'GET', url: PATH })).statusCode).toBe(503);
  });

  it('hands on that nothing has changed, without a type or a length', async () => {
    hints.set('1', 'storage-2');
    const answer = await edge.inject({ method: 'GET', url: PATH, headers: { 'if-none-match': '*' } });
    expect([answer.statusCode, answer.payload]).toEqual([304, '']);
    for (const name of ['content-type', 'content-length']) expect(answer.headers).not.toHaveProperty(name);
  });

  it('hands on links that repeat a URL of many kilobytes', async () => {
    hints.set('1', 'storage-2');
    const answer = await edge.inject({ method: 'GET', url: PATH, headers: { 'x-long-link': '1' } });
    expect([answer.statusCode, String(answer.headers['link']).length]).toEqual([200, 180_000]);
  });

  it('refuses a content type that is none in the words of the API', async () => {
    const answer = await edge.inject({ method: 'POST', url: PATH, payload: 'x', headers: { 'content-type': 'json' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([406, 'application/json']);
    expect(answer.json()).toEqual({ error: "The requested content-type 'json' is not supported." });
  });

  it('follows the process that knows better, and remembers', async () => {
    hints.set('1', 'storage-1');
    const answer = await edge.inject({ method: 'GET', url: PATH });
    expect(answer.json()).toMatchObject({ storage: 'storage-2' });
    expect(answer.headers).not.toHaveProperty('x-hearth-storage');
    expect(hints.get('1')).toBe('storage-2');
  });

  it('takes a body along to the process that knows better', async () => {
    hints.set('1', 'storage-1');
    const answer = await edge.inject({ method: 'POST', url: PATH, payload: { a: 1 } });
    expect(answer.json()).toMatchObject({ storage: 'storage-2', body: { a: 1 } });
  });

  it('asks the client to repeat when a body too large to hold was spent on the wrong process', async () => {
    hints.set('1', 'storage-1');
    const post = { method: 'POST', url: PATH, payload: { a: 'x'.repeat(1_048_576) } } as const;
    const answer = await edge.inject(post);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(hints.get('1')).toBe('storage-2');
  });

  it('hands on an answer that comes before the body has been sent, without hanging up on the client', async () => {
    hints.set('1', 'storage-2');
    const { port } = new URL(edge.listeningOrigin);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: refused/unread\r\nContent-Length: 8000000\r\n\r\n`,
        );
        socket.write(' '.repeat(1_000_000));
      });
      socket.on('close', () => reject(new Error('The connection was closed without an answer')));
      socket.on('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('sends nothing on for a client that has gone while it was identified', async () => {
    hints.set('1', 'storage-2');
    const sent = jest.spyOn(client, 'ask');
    const gone = Promise.withResolvers<void>();
    identified = gone.promise;
    edge.server.once('connection', (connection: net.Socket) => connection.once('close', () => gone.resolve()));
    const begun = once(edge.server, 'request');
    const socket = net.connect(Number(new URL(edge.listeningOrigin).port), '127.0.0.1', () =>
      socket.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    );
    await begun;
    socket.destroy();
    await until('it is sent', () => Promise.resolve(sent.mock.calls.length > 0));
    expect(sent.mock.calls[0]![1].signal.aborted).toBe(true);
    sent.mockRestore();
  });

  it('reads from the next copy when a process is away, unavailable or behind', async () => {
    // storage-3 does not listen, storage-8 refuses, storage-1 names storage-2.
    const read = async (...storages: string[]) => {
      hints.set('1', storages[0]!);
      copies.set('1', storages.slice(1));
      aside.length = 0;
      const answer = await edge.inject({ method: 'GET', url: PATH });
      return [answer.statusCode, answer.json<{ storage?: string }>().storage, ...aside];
    };
    expect(await read('storage-2', 'storage-3')).toEqual([200, 'storage-2']);
    expect(await read('storage-3', 'storage-8', 'storage-2')).toEqual([
      ...[200, 'storage-2', 'storage-3 away', 'storage-8 away'],
    ]);
    expect(await read('storage-1', 'storage-6')).toEqual([200, 'storage-2', 'storage-1 behind']);
    expect(await read('storage-3', 'storage-8')).toEqual([503, 'storage-8', 'storage-3 away']);
    expect((await read('storage-4', 'storage-5'))[0]).toBe(200);
    copies.clear();
  });

  it('sends writes to the repository alone, and says when nothing takes them', async () => {
    hints.set('1', 'storage-3');
    copies.set('1', ['storage-2']);
    const write = async (url: string, method: 'POST' | 'GET' = 'POST') => {
      const { statusCode, headers, payload } = await edge.inject({ method, url });
      return [statusCode, headers['content-type'], payload];
    };
    expect((await write(PATH))[0]).toBe(503);
    hints.set('1', 'storage-3');
    isReadOnly = true;
    const said = expect.stringContaining('The repository is read-only: ');
    expect(await write(PATH)).toEqual([503, 'application/json', said]);
    hints.set('a/b', 'storage-3');
    copies.set('a/b', ['storage-2']);
    const push = await write('/a/b.git/info/refs?service=git-receive-pack', 'GET');
    expect(push).toEqual([503, 'text/plain; charset=utf-8', said]);
    expect((await write('/a/b.git/info/refs?service=git-upload-pack', 'GET'))[0]).toBe(200);
    isReadOnly = false;
    copies.clear();
  });

  it('is sent on once, not from process to process', async () => {
    hints.set('1', 'storage-5');
    const answer = await edge.inject({ method: 'GET', url: PATH });
    expect(answer.statusCode).toBe(503);
    expect(hints.get('1')).toBe('storage-1');
  });

  it('answers 503 for a process that is away, and forgets the hint', async () => {
    hints.set('1', 'storage-3');
    const answer = await edge.inject({ method: 'GET', url: PATH });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'application/json']);
    expect(hints.has('1')).toBe(false);
  });

  it('ends waits in services while it stops, and lets none begin', async () => {
    const ask = () => edge.inject({ method: 'POST', url: WAITING, payload: { token: 'a' } });
    const asked = ask();
    await until('a request waits', () => Promise.resolve(waiting === 1));
    await proxy.stop();
    const answers = [await asked, await ask()];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
      [204, 'close'],
      [204, 'close'],
    ]);
    expect(waiting).toBe(1);
  });
});
