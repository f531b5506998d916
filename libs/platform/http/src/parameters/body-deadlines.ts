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
  /** Longest silence of a client in the middle of a stream, whose total time is not limited. */
  readonly idleMs: number;
  /** Longest time for which a body is read and discarded after its request has been answered. */
  readonly lingerMs: number;
}

/** Timers of a body that is not complete. */
interface ExpectedBody {
  timer: NodeJS.Timeout;
  /** Ends the request. */
  readonly expire: () => void;
  readonly deadlines: BodyDeadlines;
}

const expected = new WeakMap<FastifyRequest, ExpectedBody>();

/** Ends requests whose bodies are not completed in time, before and after they are answered. To be called before other hooks are added. */
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
 * Sends the whole answer at once, and ends it when the body has been read and discarded: closing the connection of a client that is still sending
 * destroys the answer on its way.
 */
async function* thenReadPast(answer: string | Buffer, { raw }: FastifyRequest, { lingerMs }: BodyDeadlines) {
  yield answer;
  const end = finished(raw.unpipe().resume()).catch(() => undefined);
  await Promise.race([end, delay(lingerMs, undefined, { ref: false })]);
}

/** Removes the time limit of a request's body, for routes that take it as a stream. */
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

/** Calls back when no bytes have come within an interval although the server waits for them; unread bytes mean that the server itself is late. */
function onSilence({ raw }: FastifyRequest, idleMs: number, silent: () => void): NodeJS.Timeout {
  let received = raw.socket.bytesRead;
  return setInterval(() => {
    if (raw.readableLength === 0 && raw.socket.bytesRead === received) silent();
    received = raw.socket.bytesRead;
  }, idleMs);
}

/** Answers on the socket: the handler still waits for the body, and its own response must not be sent as well. */
function expire({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  // An injected request has no connection to answer on.
  const { headersSent, socket } = reply.raw;
  // A response that waits for others, or has begun, cannot be written to the socket.
  if (headersSent || !(socket instanceof Socket)) return void raw.destroy();
  const { status } = RequestTimeout();
  reply.raw.statusCode = status;
  refuseOnSocket(socket, status, () => raw.destroy());
}

/** Discards the rest of a body after its answer, for a limited time. */
function readPast({ raw }: FastifyRequest, { lingerMs }: BodyDeadlines): void {
  if (raw.complete) return;
  const timer = setTimeout(() => raw.destroy(), lingerMs).unref();
  // The stream that it was piped to may have stopped reading.
  raw.once('close', () => clearTimeout(timer));
  raw.unpipe().resume();
}
