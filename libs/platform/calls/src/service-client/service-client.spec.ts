import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { until } from '@hearth/data/testing';
import { register } from 'prom-client';
import { ServiceClient, type ServiceClientOptions, type ServiceRequest } from './service-client.js';
import { ServiceMap } from './service-map.js';
import { sampleAddress } from '../testing/sample-caller.js';

type Answering = http.RequestListener;

/** A server on a port of its own that can be down for a while. */
class Server {
  private http: http.Server | undefined;
  readonly seen: string[] = [];

  private constructor(readonly port: number) {}

  static async reserve(): Promise<Server> {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return new Server(port);
  }

  static async start(answer: Answering = echo): Promise<Server> {
    const server = await Server.reserve();
    await server.listen(answer);
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async listen(answer: Answering = echo): Promise<void> {
    this.http = http.createServer((request, response) => {
      this.seen.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    this.http.listen(this.port, '127.0.0.1');
    await once(this.http, 'listening');
  }

  async close(): Promise<void> {
    if (!this.http?.listening) return;
    this.http.close();
    this.http.closeAllConnections();
    await once(this.http, 'close');
  }

  async connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.http!.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }
}

function echo(request: http.IncomingMessage, response: http.ServerResponse): void {
  text(request).then(
    (body) => response.end(JSON.stringify({ body, port: request.socket.localPort })),
    () => undefined,
  );
}

const reset: Answering = ({ socket }) => (socket as Socket).resetAndDestroy();

describe('ServiceClient', () => {
  const servers: Server[] = [];
  const clients: ServiceClient[] = [];

  const start = async (answer?: Answering) => {
    const server = await Server.start(answer);
    servers.push(server);
    return server;
  };
  const away = async () => {
    const server = await Server.reserve();
    servers.push(server);
    return server;
  };
  const clientOf = (replicas: Server[], options: Partial<ServiceClientOptions> = {}) => {
    const map = ServiceMap.parse(JSON.stringify({ ci: replicas.map(({ url }) => sampleAddress(url)) }));
    const defaults = {
      listener: 'internal',
      connections: 8,
      patienceMs: 20_000,
      waitingLimit: 50,
      silenceMs: 0,
    } as const;
    const client = new ServiceClient(map, { ...defaults, ...options });
    clients.push(client);
    return client;
  };
  const ask = (client: ServiceClient, request: Partial<ServiceRequest> = {}) =>
    client.ask({ service: 'ci' }, { ...post, signal: new AbortController().signal, ...request });
  const post = { method: 'POST', path: '/', headers: {}, body: 'x', repeatable: false };
  const waiting = async () => {
    const { values } = await register.getSingleMetric('hearth_requests_waiting')!.get();
    return values.find(({ labels }) => labels['service'] === 'ci')?.value ?? 0;
  };
  const knocks = async () => {
    const { values } = await register.getSingleMetric('hearth_requests_retried_total')!.get();
    return values.find(({ labels }) => labels['service'] === 'ci' && labels['reason'] === 'unreachable')?.value ?? 0;
  };
  const waitFor = (count: number) => until(`${count} wait`, async () => (await waiting()) === count);

  afterEach(async () => {
    const left = await waiting();
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
    expect(left).toBe(0);
  }, 60_000);

  it('waits for a process that does not listen yet, whatever is asked', async () => {
    const server = await away();
    const client = clientOf([server]);
    const answers = [ask(client), ask(client, { repeatable: true, method: 'GET', body: null })];
    await waitFor(2);
    await server.listen();
    for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);
    expect(server.seen.sort()).toEqual(['GET /', 'POST /']);
  });

  it('waits with a body that is a stream, and has not touched it', async () => {
    const server = await away();
    const client = clientOf([server]);
    const body = Readable.from(['a', 'b', 'c']);
    const answer = ask(client, { body });
    await waitFor(1);
    expect(body.readableDidRead).toBe(false);
    await server.listen();
    expect(JSON.parse((await answer).body.toString())).toMatchObject({ body: 'abc' });
  });

  it('waits no longer than it has patience', async () => {
    const server = await away();
    // Long enough for a busy machine to have been refused once.
    const client = clientOf([server], { patienceMs: 1_000 });
    await expect(ask(client)).rejects.toThrow(/^ci did not listen for 1000 ms: connect ECONNREFUSED/);
  });

  it('drops a waiting request when its caller aborts it', async () => {
    const client = clientOf([await away()]);
    const caller = new AbortController();
    const answer = ask(client, { signal: caller.signal });
    await waitFor(1);
    caller.abort();
    await expect(answer).rejects.toThrow(/does not listen|aborted/);
  });

  it('lets a bounded number wait, and fails further ones at once', async () => {
    const server = await away();
    const client = clientOf([server], { waitingLimit: 3 });
    const patient = [ask(client), ask(client), ask(client)];
    await expect(ask(client)).rejects.toThrow('too many requests wait for ci');
    await server.listen();
    await Promise.all(patient);
    await expect(ask(client)).resolves.toMatchObject({ statusCode: 200 });
  });

  it('counts those that wait for a free connection among them', async () => {
    const held: http.ServerResponse[] = [];
    const server = await start((_, response) => void held.push(response));
    const client = clientOf([server], { waitingLimit: 2, connections: 1 });
    const answers = [ask(client)];
    await until('one is there', () => Promise.resolve(held.length === 1));
    answers.push(ask(client), ask(client));
    await expect(ask(client)).rejects.toThrow('too many requests wait');
    for (let answered = 0; answered < 3; answered += 1) {
      await until('the next one is there', () => Promise.resolve(held.length === answered + 1));
      held[answered]!.end('{}');
    }
    await Promise.all(answers);
  });

  it('tries one request at a time while no process listens', async () => {
    const server = await away();
    const client = clientOf([server]);
    const before = (await knocks()) + 40;
    const started = performance.now();
    const answers = Promise.all(Array.from({ length: 40 }, () => ask(client)));
    answers.catch(() => undefined);
    await until('each has failed to connect, and it has tried some times', async () => (await knocks()) >= before + 6);
    // At the least 20, 40, 80, 160, 250 and 250 ms lie between the last of them.
    const took = performance.now() - started;
    await server.listen();
    await answers;
    expect(took).toBeGreaterThan(500);
  });

  it('asks replicas in turn, and the next one where one does not listen', async () => {
    const [first, second] = [await start(), await start()];
    const client = clientOf([first, await away(), second]);
    for (let count = 0; count < 8; count += 1) await ask(client);
    expect(first.seen.length + second.seen.length).toBe(8);
    expect(Math.min(first.seen.length, second.seen.length)).toBeGreaterThanOrEqual(3);
  });

  it('leaves a replica alone that closes its connections', async () => {
    const leaving = await start((_, response) => response.setHeader('connection', 'close').end('{}'));
    const staying = await start();
    const client = clientOf([leaving, staying]);
    // It is avoided for a second only: no more than the requests that show it.
    for (let count = 0; count < 3; count += 1) await ask(client);
    expect([leaving.seen.length, staying.seen.length]).toEqual([1, 2]);
  });

  it('sends again what is repeatable and got lost, to another replica', async () => {
    const [breaking, well] = [await start(reset), await start()];
    const client = clientOf([breaking, well]);
    await expect(ask(client, { repeatable: true })).resolves.toMatchObject({ statusCode: 200 });
    expect([breaking.seen.length, well.seen.length]).toEqual([1, 1]);
  });

  it('sends again what is repeatable and whose answer broke off in the middle', async () => {
    let asked = 0;
    const server = await start((_, response) => {
      asked += 1;
      if (asked > 1) return response.end('{}');
      response.writeHead(200, { 'content-length': 100 }).flushHeaders();
      response.write('{', () => response.socket!.destroy());
      return response;
    });
    await expect(ask(clientOf([server]), { repeatable: true })).resolves.toMatchObject({ statusCode: 200 });
    expect(asked).toBe(2);
  });

  it('sends again what is repeatable and whose answer broke off in its head', async () => {
    let asked = 0;
    const server = await start(({ socket }, response) => {
      asked += 1;
      if (asked > 1) response.end('{}');
      else socket.end('HTTP/1.1 200 OK\r\ncontent-le');
    });
    await expect(ask(clientOf([server]), { repeatable: true })).resolves.toMatchObject({ statusCode: 200 });
    expect(asked).toBe(2);
  });

  it('never sends anything else again', async () => {
    const server = await start(reset);
    await expect(ask(clientOf([server]))).rejects.toThrow();
    expect(server.seen).toEqual(['POST /']);
  });

  it('does not end every process with what ends one', async () => {
    const server = await start(reset);
    await expect(ask(clientOf([server]), { repeatable: true })).rejects.toThrow();
    expect(server.seen).toHaveLength(3);
  });

  it('does not leave a replica alone because a caller left it', async () => {
    const slow = await start((request, response) => {
      if (request.url === '/quick') response.end('{}');
    });
    const client = clientOf([slow, await start()]);
    const caller = new AbortController();
    const answer = ask(client, { signal: caller.signal });
    await until('it is asked', () => Promise.resolve(slow.seen.length === 1));
    caller.abort();
    await expect(answer).rejects.toThrow(/aborted/);
    for (let count = 0; count < 2; count += 1) await ask(client, { path: '/quick' });
    expect(slow.seen).toEqual(['POST /', 'POST /quick']);
  });

  it('fails at once for a request that cannot be sent, without counting it against the process', async () => {
    const client = clientOf([await start()]);
    const before = await knocks();
    await expect(ask(client, { headers: { name: 'two\nlines' } })).rejects.toThrow(/invalid name header/);
    await expect(ask(client)).resolves.toMatchObject({ statusCode: 200 });
    expect(await knocks()).toBe(before);
  });

  it('does not take a request that was given up while it connected for a process that is away', async () => {
    const server = await start();
    const client = clientOf([server]);
    const before = await knocks();
    const caller = new AbortController();
    const answer = ask(client, { signal: caller.signal });
    caller.abort();
    await expect(answer).rejects.toThrow(/aborted/);
    await expect(ask(client)).resolves.toMatchObject({ statusCode: 200 });
    expect(await knocks()).toBe(before);
    expect(server.seen).toHaveLength(1);
  });

  it('fails at once where there is no address', async () => {
    const client = clientOf([await away()]);
    const signal = new AbortController().signal;
    const storage = { service: 'repository', storage: 'storage-9' } as const;
    await expect(client.ask(storage, { ...post, signal })).rejects.toThrow(
      "HEARTH_SERVICES has no address of repository's storage-9",
    );
  });

  it('lets go of an idle connection after a second, whatever the server offers', async () => {
    const server = await start((_, response) => response.setHeader('keep-alive', 'timeout=75').end('{}'));
    const client = clientOf([server]);
    await ask(client);
    const answered = performance.now();
    expect(await server.connections()).toBe(1);
    await until('the connection is gone', async () => (await server.connections()) === 0);
    expect(performance.now() - answered).toBeLessThan(5_000);
    expect(performance.now() - answered).toBeGreaterThan(500);
  });
});
