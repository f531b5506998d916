import { randomInt } from 'node:crypto';
import net from 'node:net';

// Below the ephemeral range: otherwise an outgoing connection could take the port while its process is down.
const FIRST = 20_000;
const LAST = 29_999;
const COUNT = LAST - FIRST + 1;
/** Each process that chooses begins at another place: the ports are listened on seconds later. */
let next = randomInt(COUNT);

/** Finds a port of 127.0.0.1 that nothing listens on now and that is not among `taken`. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < COUNT; attempt += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
