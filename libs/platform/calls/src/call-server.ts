import { Refusal, type CallContract } from '@hearth/contract-kit';
import { SignatureError, type Verifier } from '@hearth/secrets';
import { continueTrace } from '@hearth/telemetry';
import { SpanKind } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext } from './answers.js';
import { InputRefused, answerCall, type CallRegistry } from './registry.js';
import { callTimeout } from './settings.js';
import { LARGEST_INPUT, STORAGE_HEADER, callPurpose, callToken, originIn, type CallOrigin } from './wire.js';

/** Thrown by a handler when another process owns the storage: the caller then calls the owner of `storage`. */
export class WrongStorage extends Error {
  constructor(readonly storage: string) {
    super(`The repository lives on ${storage}`);
    this.name = 'WrongStorage';
  }
}

interface Answered {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type CallRequest = FastifyRequest<{ Params: { name: string } }>;

/**
 * Serves POST /calls/:name on the internal listener. Order of checks: known contract (404), signature for its owner (401), accepted caller
 * (403), input (400).
 * @param onError called for every failure that is not a refusal
 */
export function serveCalls(
  fastify: FastifyInstance,
  registry: CallRegistry,
  verifier: Verifier,
  onError: (error: unknown, contract: string, correlationId: string) => void,
): void {
  const patienceMs = callTimeout();
  fastify.post('/calls/:name', { bodyLimit: LARGEST_INPUT }, async (request: CallRequest, reply) => {
    const origin = {
      ...originIn(request.headers, patienceMs),
      request: { method: request.method, route: () => request.url, response: reply.raw },
    };
    let answered: Answered;
    try {
      answered = await answer(request, reply, origin);
    } catch (error) {
      answered = failure(error);
      if (answered.status === 500) onError(error, request.params.name, origin.correlation);
    }
    return send(reply, answered);
  });

  async function answer(request: CallRequest, reply: FastifyReply, origin: CallOrigin): Promise<Answered> {
    const registered = registry.find(request.params.name);
    if (!registered) return { status: 404, body: { error: 'unknown call' } };
    const { contract } = registered;
    const attributes = { 'rpc.system': 'hearth', 'rpc.service': contract.owner, 'rpc.method': contract.name };
    return continueTrace(request.headers, contract.name, SpanKind.SERVER, attributes, async () => {
      await authorize(contract, verifier, callToken(request.headers));
      const context = new WaitingCaller(reply, origin.deadline);
      return { status: 200, body: await answerCall(registered, request.body, origin, context) };
    });
  }
}

/** Call context whose signal is created on first access: most handlers never need it. */
class WaitingCaller implements CallContext {
  private made: AbortSignal | undefined;

  constructor(
    private readonly reply: FastifyReply,
    private readonly deadline: number,
  ) {}

  get signal(): AbortSignal {
    return (this.made ??= AbortSignal.any([
      goneSignal(this.reply),
      AbortSignal.timeout(Math.max(0, this.deadline - Date.now())),
    ]));
  }
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
