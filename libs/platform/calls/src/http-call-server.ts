import { causesOf } from '@hearth/config';
import { Refusal, WrongStorage, type CallContract } from '@hearth/contract-kit';
import { SignatureError, type Verifier } from '@hearth/secrets';
import { continueTrace } from '@hearth/telemetry';
import { SpanKind } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallServer } from './call-server.js';
import { IncomingCall } from './incoming-call.js';
import { InputRefused } from './input.pipe.js';
import { callTimeout } from './settings.js';
import { LARGEST_INPUT, STORAGE_HEADER, callPurpose, callToken, originIn, type CallOrigin } from './wire.js';

interface Answered {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type CallRequest = FastifyRequest<{ Params: { name: string } }>;

/**
 * Answers calls at POST /calls/:name of the internal listener. Order of checks: known contract (404), signature for its owner (401),
 * accepted caller (403), input (400).
 */
export class HttpCallServer extends CallServer {
  private readonly patienceMs = callTimeout();

  /** @param onError called for every failure that is not a refusal */
  constructor(
    private readonly fastify: FastifyInstance,
    private readonly verifier: Verifier,
    private readonly onError: (error: unknown, contract: string, correlationId: string) => void,
  ) {
    super();
  }

  /** Adds its route; who starts the listener listens. */
  listen(callback: () => void): void {
    this.fastify.post('/calls/:name', { bodyLimit: LARGEST_INPUT }, (request: CallRequest, reply) =>
      this.serve(request, reply),
    );
    callback();
  }

  private async serve(request: CallRequest, reply: FastifyReply): Promise<FastifyReply> {
    const origin = {
      ...originIn(request.headers, this.patienceMs),
      request: { method: request.method, route: () => request.url, response: reply.raw },
    };
    let answered: Answered;
    try {
      answered = await this.answered(request, reply, origin);
    } catch (error) {
      answered = failure(error);
      if (answered.status === 500 && !isAbandoned(error, reply))
        this.onError(error, request.params.name, origin.correlation);
    }
    return send(reply, answered);
  }

  private async answered(request: CallRequest, reply: FastifyReply, origin: CallOrigin): Promise<Answered> {
    const contract = this.contract(request.params.name);
    if (!contract) return { status: 404, body: { error: 'unknown call' } };
    const attributes = { 'rpc.system': 'hearth', 'rpc.service': contract.owner, 'rpc.method': contract.name };
    return continueTrace(request.headers, contract.name, SpanKind.SERVER, attributes, async () => {
      await authorize(contract, this.verifier, callToken(request.headers));
      const call = new IncomingCall(contract, origin, () => untilGone(reply, origin.deadline));
      return { status: 200, body: await this.answer(request.body, call) };
    });
  }
}

/** Whether work was aborted because its caller has disconnected: nothing failed. An aborted call of the handler's own is the cause of its failure. */
function isAbandoned(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && causesOf(error).some(({ name }) => name === 'AbortError');
}

/** Returns a signal that is aborted at the deadline, or when the caller has disconnected. */
function untilGone(reply: FastifyReply, deadline: number): AbortSignal {
  return AbortSignal.any([goneSignal(reply), AbortSignal.timeout(Math.max(0, deadline - Date.now()))]);
}

/**
 * Returns a signal that is aborted when the connection closes before the response was written. A request's own `close` does not tell: it
 * comes at the end of the body.
 */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

async function authorize(contract: CallContract, verifier: Verifier, token: string | undefined): Promise<void> {
  if (!token) throw new SignatureError('missing');
  const { issuer } = await verifier.verify(token, callPurpose(contract));
  if (!contract.callers.some((caller) => caller === issuer)) throw new CallerNotAccepted(contract, issuer);
}

class CallerNotAccepted extends Error {
  constructor(contract: CallContract, issuer: string) {
    super(`${contract.name} is not for ${issuer}`);
  }
}

function failure(error: unknown): Answered {
  if (error instanceof Refusal) return { status: error.status, body: { refusal: error.toRecord() } };
  if (error instanceof WrongStorage) {
    return { status: 421, body: { error: error.message }, headers: { [STORAGE_HEADER]: error.storage } };
  }
  if (error instanceof InputRefused) return { status: 400, body: { error: error.message } };
  if (error instanceof SignatureError) return { status: 401, body: { error: error.message } };
  if (error instanceof CallerNotAccepted) return { status: 403, body: { error: error.message } };
  return { status: 500, body: { error: 'internal error' } };
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answered) {
  return reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body));
}
