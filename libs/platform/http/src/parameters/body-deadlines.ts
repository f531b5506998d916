import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestTimeout } from '../refusals.js';
import { refuseOnSocket } from '../refuse.js';
import { hasBody } from './request-body.js';

/** In milliseconds. */
export interface BodyDeadlines {
  /** Longest time until a request body is complete, unless it is a stream. */
  readonly bodyMs: number;
  /** Longest silence of a client in the middle of a stream, which takes as long as it takes. */
  readonly idleMs: number;
  /** How long a body is read past once its request has been answered. */
  readonly lingerMs: number;
}

/** What is known of a body that is not complete. */
interface ExpectedBody {
  timer: NodeJS.Timeout;
  /** Ends the request. */
  readonly expire: () => void;
  readonly deadlines: BodyDeadlines;
}

const expected = new WeakMap<FastifyRequest, ExpectedBody>();

/** Ends requests whose bodies do not come to an end, before and after they are answered. To be called before other hooks are added. */
export function registerBodyDeadlines(fastify: FastifyInstance, deadlines: BodyDeadlines): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      expectBody(request, reply, deadlines);
      reply.raw.once('finish', () => readPast(request, deadlines));
    }
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // Nothing is written to a response that has ended, and the source of its body is released.
    if (reply.raw.destroyed) return void (payload instanceof Readable && payload.destroy());
    const isEnd = reply.statusCode >= 400 && !reply.raw.shouldKeepAlive;
    if (!isEnd || request.raw.complete || !hasBody(request) || !isBytes(payload)) return done(null, payload);
    clearTimeout(expected.get(request)?.timer);
    void reply.header('content-length', Buffer.byteLength(payload));
    done(null, Readable.from(thenReadPast(payload, request, deadlines)));
  });
}

function isBytes(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > 0;
}

/**
 * The whole answer at once, and its end when the body has been read past: closing the connection on a client that is still sending takes the
 * answer from it.
 */
async function* thenReadPast(answer: string | Buffer, { raw }: FastifyRequest, { lingerMs }: BodyDeadlines) {
  yield answer;
  const end = finished(raw.unpipe().resume()).catch(() => undefined);
  await Promise.race([end, delay(lingerMs, undefined, { ref: false })]);
}

/** Lets the body of a request take as long as its client sends: for those whose route takes it as a stream. */
export function expectStream(request: FastifyRequest): void {
  const body = expected.get(request);
  if (!body) return;
  clearTimeout(body.timer);
  body.timer = onSilence(request, body.deadlines.idleMs, body.expire).unref();
}

function expectBody(request: FastifyRequest, reply: FastifyReply, deadlines: BodyDeadlines): void {
  const end = () => expire(request, reply);
  const body = { timer: setTimeout(end, deadlines.bodyMs).unref(), expire: end, deadlines };
  expected.set(request, body);
  request.raw.once('close', () => clearTimeout(body.timer));
}

/** Calls back when nothing has come between two looks although the server waits for it; what is left unread is the server's own delay. */
function onSilence({ raw }: FastifyRequest, idleMs: number, silent: () => void): NodeJS.Timeout {
  let received = raw.socket.bytesRead;
  return setInterval(() => {
    if (raw.readableLength === 0 && raw.socket.bytesRead === received) silent();
    received = raw.socket.bytesRead;
  }, idleMs);
}

/** Answers on the socket: the handler still waits for the body, and what it sends at its end must not come second. */
function expire({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  // A request that was injected has no connection to answer on.
  const { headersSent, socket } = reply.raw;
  // Nor is there one for a response that waits for others, or has begun.
  if (headersSent || !(socket instanceof Socket)) return void raw.destroy();
  const { status } = RequestTimeout();
  reply.raw.statusCode = status;
  refuseOnSocket(socket, status, () => raw.destroy());
}

/** What is left of a body after its answer goes nowhere, and not for ever. */
function readPast({ raw }: FastifyRequest, { lingerMs }: BodyDeadlines): void {
  if (raw.complete) return;
  const timer = setTimeout(() => raw.destroy(), lingerMs).unref();
  // Whatever it was piped to may have stopped reading.
  raw.once('close', () => clearTimeout(timer));
  raw.unpipe().resume();
}
