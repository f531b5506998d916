import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import net from 'node:net';

const TIMEOUT_MS = 1000;
const CLIENT = 'hearth';
/** Kafka's Metadata request: its number and its version. */
const METADATA = [3, 1];
const SASL_HANDSHAKE = [17, 1];
const SASL_AUTHENTICATE = [36, 0];
/** Upper limit: Kafka's own number is 4096, and a hostile listener could make this process compute for a long time. */
const MOST_ITERATIONS = 65_536;

/**
 * Whether Kafka lets this user in and its metadata names a broker and a controller: from then on topics can be made.
 * @param {{ username: string, password: string }} [login] without one Kafka has to answer anonymous clients
 */
export async function isKafkaReady(port, login) {
  const broker = new BrokerConnection(port);
  try {
    if (login) await signIn(broker, login);
    return namesController(await broker.ask(METADATA, Buffer.alloc(4))); // of no topics
  } catch {
    return false;
  } finally {
    broker.close();
  }
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

/**
 * SCRAM-SHA-256 (RFC 5802, 7677): neither side shows the other the password, so whatever else listens on the port learns nothing.
 * @throws when Kafka refuses, or does not know the password itself
 */
async function signIn(broker, { username, password }) {
  await broker.ask(SASL_HANDSHAKE, text('SCRAM-SHA-256'));
  const nonce = randomBytes(18).toString('base64');
  const first = `n=${username},r=${nonce}`;
  const challenge = await exchange(broker, `n,,${first}`);
  const { r: together, s: salt, i: iterations } = attributes(challenge);
  if (!together.startsWith(nonce) || Number(iterations) > MOST_ITERATIONS) throw new Error('not what Kafka answers');
  const final = `c=biws,r=${together}`;
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const signed = `${first},${challenge},${final}`;
  const clientKey = hmac(salted, 'Client Key');
  const signature = hmac(createHash('sha256').update(clientKey).digest(), signed);
  const proof = clientKey.map((byte, index) => byte ^ signature[index]).toString('base64');
  const { v: verifier = '' } = attributes(await exchange(broker, `${final},p=${proof}`));
  const expected = hmac(hmac(salted, 'Server Key'), signed);
  const shown = Buffer.from(verifier, 'base64');
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) throw new Error('this is not our Kafka');
}

/** One message of SASL and the answer to it. */
async function exchange(broker, message) {
  const answer = await broker.ask(SASL_AUTHENTICATE, sized(Buffer.from(message)));
  const at = 4 + Math.max(0, answer.readInt16BE(2));
  if (answer.readInt16BE(0) !== 0) throw new Error('Kafka does not let this user in');
  return answer.toString('utf8', at + 4, at + 4 + answer.readInt32BE(at));
}

function attributes(message) {
  return Object.fromEntries(message.split(',').map((part) => [part[0], part.slice(2)]));
}

function hmac(key, data) {
  return createHmac('sha256', key).update(data).digest();
}

function sized(bytes) {
  const size = Buffer.alloc(4);
  size.writeInt32BE(bytes.length);
  return Buffer.concat([size, bytes]);
}

function text(value) {
  const size = Buffer.alloc(2);
  size.writeInt16BE(value.length);
  return Buffer.concat([size, Buffer.from(value)]);
}

/** Asks a local broker one thing after the other. */
class BrokerConnection {
  #socket;
  #received = Buffer.alloc(0);
  #waiting = Promise.withResolvers();

  constructor(port) {
    this.#socket = net.connect(port, '127.0.0.1');
    this.#socket.setTimeout(TIMEOUT_MS, () => this.#socket.destroy());
    // It may close while no request waits.
    this.#waiting.promise.catch(() => {});
    this.#socket.on('error', (error) => this.#waiting.reject(error));
    this.#socket.on('close', () => this.#waiting.reject(new Error('the connection was closed')));
    this.#socket.on('data', (chunk) => this.#receive(chunk));
  }

  /** @returns the body of the answer */
  async ask([request, version], body) {
    const header = Buffer.alloc(8);
    header.writeInt16BE(request, 0);
    header.writeInt16BE(version, 2);
    this.#socket.write(sized(Buffer.concat([header, text(CLIENT), body])));
    const answer = await this.#waiting.promise;
    this.#waiting = Promise.withResolvers();
    this.#waiting.promise.catch(() => {});
    return answer;
  }

  close() {
    this.#socket.destroy();
  }

  #receive(chunk) {
    this.#received = Buffer.concat([this.#received, chunk]);
    if (this.#received.length < 4) return;
    const end = 4 + this.#received.readInt32BE(0);
    if (this.#received.length < end) return;
    const answer = this.#received.subarray(8, end); // behind the correlation id
    this.#received = this.#received.subarray(end);
    this.#waiting.resolve(answer);
  }
}
