import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { until } from '@hearth/data/testing';
import { Connections } from './connections.js';

const IDLE_MS = 150;

/** A client that sends exactly the given bytes and records what it receives. */
class Client {
  private constructor(
    private readonly socket: Socket,
    public heard = '',
  ) {}

  static async of(server: Server): Promise<Client> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const client = new Client(socket);
    socket.on('data', (chunk) => (client.heard += chunk.toString()));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return client;
  }

  say(text: string): void {
    this.socket.write(text);
  }

  ask(path: string): void {
    this.say(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`);
  }

  hears(text: string): Promise<true> {
    return until(`the client hears ${text}`, () => Promise.resolve(this.heard.includes(text)));
  }

  get closed(): boolean {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  end(): void {
    this.socket.destroy();
  }
}

describe('the connections of a server', () => {
  let server: Server;
  let connections: Connections;
  let waiting: Map<string, ServerResponse>;
  let clients: Client[];
  const client = async () => {
    const made = await Client.of(server);
    clients.push(made);
    return made;
  };
  const soon = (ms: number) => performance.now() + ms;
  const reached = (path: string) => until(`${path} is being answered`, () => Promise.resolve(waiting.has(path)));

  beforeEach(async () => {
    waiting = new Map();
    clients = [];
    // Answers at once, except for paths below /slow/, which wait for the spec.
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      if (request.url!.startsWith('/slow/')) waiting.set(request.url!, response);
      else response.end(`answer to ${request.url}`);
    });
    connections = new Connections(server, IDLE_MS);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    for (const each of clients) each.end();
    server.closeAllConnections();
    server.close();
  });

  it('have answered when an answer that fails is closed', async () => {
    const asking = await client();
    asking.ask('/slow/failing');
    await reached('/slow/failing');
    const response = waiting.get('/slow/failing')!;
    let answered = false;
    const settled = connections.answered().then(() => (answered = true));
    // The routed listener, which is built on this server, adds the same handler.
    response.on('error', () => undefined);
    response.emit('error', new Error('write after end'));
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    response.destroy();
    await settled;
  });

  it('are kept open while they drain, and what comes on them is answered with a farewell', async () => {
    const kept = await client();
    kept.ask('/first');
    await kept.hears('answer to /first');
    expect(kept.heard).toContain('Connection: keep-alive');
    const drained = connections.drain(soon(60_000));
    await until('the server has closed', () => Promise.resolve(!server.listening));
    await expect(Client.of(server)).rejects.toThrow();
    expect(kept.closed).toBe(false);
    kept.ask('/second');
    await kept.hears('answer to /second');
    expect(kept.heard.split('answer to /first')[1]).toMatch(/connection: close/i);
    await drained;
    expect(kept.closed).toBe(true);
  });

  it('tell in the answer to what already ran that they are closed after it', async () => {
    const slow = await client();
    slow.ask('/slow/1');
    await reached('/slow/1');
    const drained = connections.drain(soon(60_000));
    await until('the server has closed', () => Promise.resolve(!server.listening));
    waiting.get('/slow/1')!.end('late answer');
    await slow.hears('late answer');
    expect(slow.heard).toMatch(/connection: close/i);
    await drained;
  });

  it('are closed after having been idle for a while; one on which a request is being sent is not idle', async () => {
    const idle = await client();
    const sending = await client();
    sending.say('GET /slowly-sent HTTP/1.1\r\nhost: here\r\n');
    await until('both are there', () => Promise.resolve(connections.count === 2));
    const began = performance.now();
    const drained = connections.drain(soon(60_000));
    const trickle = setInterval(() => sending.say('x-more: header\r\n'), IDLE_MS / 5);
    await until('the idle one is closed', () => Promise.resolve(idle.closed));
    expect(performance.now() - began).toBeGreaterThanOrEqual(IDLE_MS);
    clearInterval(trickle);
    sending.say('\r\n');
    await sending.hears('answer to /slowly-sent');
    await drained;
  });

  it('are broken off at the deadline only, and counted', async () => {
    const slow = await client();
    slow.ask('/slow/1');
    await reached('/slow/1');
    const began = performance.now();
    await connections.drain(soon(400));
    expect(performance.now() - began).toBeGreaterThanOrEqual(400);
    expect(slow.closed).toBe(false);
    expect(connections.cut()).toBe(1);
    await until('it is closed', () => Promise.resolve(slow.closed));
  });

  it('have answered when what ran has been, whatever came meanwhile', async () => {
    const [first, second] = [await client(), await client()];
    first.ask('/slow/1');
    await reached('/slow/1');
    let answered = false;
    const answering = connections.answered().then(() => (answered = true));
    second.ask('/slow/2');
    await reached('/slow/2');
    expect(answered).toBe(false);
    waiting.get('/slow/1')!.end('done');
    await answering;
    expect(connections.busy).toBe(1);
    waiting.get('/slow/2')!.end('done');
    await until('nothing runs', () => Promise.resolve(connections.busy === 0));
  });

  it('drain at once where there are none', async () => {
    const began = performance.now();
    await connections.drain(soon(5_000));
    expect(performance.now() - began).toBeLessThan(IDLE_MS);
  });
});
