import { get } from 'node:http';
import net from 'node:net';

const TIMEOUT_MS = 1000;

/** Whether a service says on its internal port that it is ready. */
export async function isServiceReady(port) {
  return (await askHealth(port, 'ready', TIMEOUT_MS))?.status === 200;
}

/** What a service says about not being ready, sentences; empty when it is, or says nothing. */
export async function readinessProblems(port) {
  return (await askHealth(port, 'ready', TIMEOUT_MS))?.problems ?? [];
}

/**
 * Whether a service lives: it answers, and nothing of it is stuck for good.
 * @returns {Promise<'live' | 'stuck' | 'silent'>}
 */
export async function livenessOf(port, timeoutMs) {
  const answer = await askHealth(port, 'live', timeoutMs);
  if (!answer) return 'silent';
  return answer.status === 200 ? 'live' : 'stuck';
}

/** The status of a health page and the problems that it names; undefined without an answer. */
function askHealth(port, page, timeoutMs) {
  return new Promise((resolve) => {
    const asking = get({ host: '127.0.0.1', port, path: `/health/${page}`, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, problems: problemsIn(text) }));
    });
    const giveUp = setTimeout(() => asking.destroy(), timeoutMs);
    asking.once('error', () => resolve(undefined));
    asking.once('close', () => {
      clearTimeout(giveUp);
      resolve(undefined);
    });
  });
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

/** Whether Kafka's metadata names a broker and a controller: from then on topics can be made. */
export async function isKafkaReady(port) {
  const answer = await exchange(
    port,
    metadataRequest(),
    (received) => received.length >= 4 + received.readInt32BE(0),
    4,
  );
  return answer !== undefined && namesController(answer.subarray(8));
}

/** Metadata, version 1, of no topics. */
function metadataRequest() {
  const client = Buffer.from('hearth');
  const request = Buffer.alloc(14 + client.length + 4);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(3, 4); // Metadata
  request.writeInt16BE(1, 6);
  request.writeInt32BE(1, 8); // correlation id
  request.writeInt16BE(client.length, 12);
  client.copy(request, 14);
  return request; // it ends with an empty list of topics: four zero bytes
}

/** Reads brokers (id, host, port, rack) and the controller's id from a Metadata answer. */
export function namesController(body) {
  const brokers = body.readInt32BE(0);
  let at = 4;
  for (let index = 0; index < brokers; index += 1) {
    at += 4;
    at += 2 + body.readInt16BE(at) + 4;
    at += 2 + Math.max(0, body.readInt16BE(at));
  }
  return brokers > 0 && body.readInt32BE(at) >= 0;
}

/** Sends one message to a local port and returns what comes back once it is complete; undefined when it never is. */
function exchange(port, message, isComplete, atLeast = 1) {
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
      if (received.length >= atLeast && isComplete(received)) finish(received);
    });
  });
}
