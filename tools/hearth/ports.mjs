import { randomInt } from 'node:crypto';
import net from 'node:net';
import { Failure } from './failure.mjs';
import { readJson, writeJson } from './json-files.mjs';

// Below the range that systems take outgoing ports from (32768 and up on Linux): otherwise, while a process is down, some
// connection's own end could take its port.
const FIRST = 20_000;
const LAST = 29_999;
const COUNT = LAST - FIRST + 1;
/**
 * A port is listened on seconds after it was chosen, and again after a restart of its process: each process that chooses begins at another place,
 * so that it seldom chooses the port of a process that is being restarted.
 */
let next = randomInt(COUNT);

/** Why a port cannot be listened on now (an error code such as EADDRINUSE); undefined when it can. */
function listenError(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Whether a port of this machine can be listened on now. */
export async function isFree(port, host = '127.0.0.1') {
  return (await listenError(port, host)) === undefined;
}

/** Throws the sentence that says why a public port cannot be used, if it cannot. @param option of the command, which chooses the port */
export async function requireFree(port, host, option = '--port') {
  const code = await listenError(port, host);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw new Failure(
      `Port ${port} on ${host} is taken by another program: stop it, or choose another port with ${option}.`,
    );
  }
  if (code === 'EACCES')
    throw new Failure(`This user may not listen on port ${port}: choose one above 1023 with ${option}.`);
  throw new Failure(
    `${host} is not an address of this machine (${code}): choose another with --host, 0.0.0.0 for all of them.`,
  );
}

/** Returns a free port for an internal process, another one with each call. */
export async function freePort(taken = new Set()) {
  for (let attempt = 0; attempt < COUNT; attempt += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Failure(`No port between ${FIRST} and ${LAST} is free: stop some programs and run this again.`);
}

/**
 * Ports by name, remembered in a file, so that a process returns to its port after a restart. A remembered port that
 * something else took meanwhile is replaced.
 * @param {string} file @param {string[]} names
 * @returns {Promise<Record<string, number>>}
 */
export async function assignPorts(file, names) {
  const remembered = readJson(file) ?? {};
  const taken = new Set(Object.values(remembered));
  const assigned = {};
  for (const name of names) {
    const known = remembered[name];
    assigned[name] = known && (await isFree(known)) ? known : await freePort(taken);
    taken.add(assigned[name]);
  }
  writeJson(file, { ...remembered, ...assigned });
  return assigned;
}
