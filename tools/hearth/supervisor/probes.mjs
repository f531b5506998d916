import net from 'node:net';
import { internalRequest, operatorHeaders } from '../internal-request.mjs';

const TIMEOUT_MS = 1000;

/**
 * Address of a service process on this machine, and the PEM file that its certificate is checked against, if it speaks TLS.
 * @typedef {{ internalPort: number, authority?: string }} InternalListener
 */

/** Whether a service says on its internal port that it is ready. @param {InternalListener} listener */
export async function isServiceReady(listener) {
  return (await askHealth(listener, 'ready', { timeoutMs: TIMEOUT_MS }))?.status === 200;
}

/**
 * Returns the problems that a service process reports to the operator, in sentences; empty when it is ready or gives no reason.
 * @param {import('../data-folder.mjs').DataFolder} data @param {InternalListener & { service: string }} process
 */
export async function readinessProblems(data, process) {
  const headers = operatorHeaders(data, { audience: process.service, path: '/health/ready' });
  return (await askHealth(process, 'ready', { timeoutMs: TIMEOUT_MS, headers }))?.problems ?? [];
}

/**
 * All that a service process reports to the operator, also while it is ready: sentences.
 * @param {import('../data-folder.mjs').DataFolder} data @param {InternalListener & { service: string }} process
 */
export async function healthProblems(data, process) {
  const headers = operatorHeaders(data, { audience: process.service, path: '/health' });
  return (await askHealth(process, '', { timeoutMs: TIMEOUT_MS, headers }))?.problems ?? [];
}

/**
 * Whether a service lives: it answers, and nothing of it is stuck for good.
 * @param {InternalListener} listener
 * @returns {Promise<'live' | 'stuck' | 'silent'>}
 */
export async function livenessOf(listener, timeoutMs) {
  const answer = await askHealth(listener, 'live', { timeoutMs });
  if (!answer) return 'silent';
  return answer.status === 200 ? 'live' : 'stuck';
}

/** The status of a health page, or of all of them for `''`, and the problems that it names; undefined without an answer. */
async function askHealth({ internalPort: port, authority }, page, options) {
  try {
    const { status, text } = await internalRequest({
      port,
      authority,
      path: `/health${page && `/${page}`}`,
      ...options,
    });
    return { status, problems: problemsIn(text) };
  } catch {
    return undefined;
  }
}

function problemsIn(text) {
  try {
    const { problems } = JSON.parse(text);
    return Array.isArray(problems) ? problems.filter((problem) => typeof problem === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether PostgreSQL takes connections: while it starts or recovers it answers the first message with an error. */
export async function isPostgresReady(port) {
  const words = Buffer.from('user\0hearth\0database\0hearth\0\0');
  const message = Buffer.alloc(8 + words.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(196_608, 4); // protocol 3.0
  words.copy(message, 8);
  const answer = await exchange(port, message, (received) => received.length >= 1);
  return answer?.[0] === 'R'.charCodeAt(0);
}

/** Sends one message to a local port and returns what comes back once it is complete; undefined when it never is. */
function exchange(port, message, isComplete) {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(message));
    const finish = (answer) => {
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(undefined));
    socket.once('error', () => finish(undefined));
    socket.once('close', () => finish(undefined));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isComplete(received)) finish(received);
    });
  });
}
