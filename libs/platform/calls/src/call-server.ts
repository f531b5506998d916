import { randomUUID } from 'node:crypto';
import { Refusal, type CallContract } from '@hearth/contract-kit';
import { SignatureError, type Verifier } from '@hearth/secrets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_TIMEOUT_MS } from './calls.js';
import type { CallRegistry } from './registry.js';
import { CORRELATION_HEADER, STORAGE_HEADER } from './wire.js';

/** Thrown by a handler whose storage is not this process' own: the caller asks the owner of `storage` instead. */
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

/**
 * Serves POST /calls/:name on the internal listener.
 * Order of checks: known contract (404), signature for its owner (401), accepted caller (403), input (400).
 * @param onError told of every failure that is no refusal
 */
export function serveCalls(
  fastify: FastifyInstance,
  registry: CallRegistry,
  verifier: Verifier,
  onError: (error: unknown, contract: string, correlationId: string) => void,
): void {
  fastify.post<{ Params: { name: string } }>('/calls/:name', async (request, reply) => {
    const correlationId = header(request, CORRELATION_HEADER) ?? randomUUID();
    let answered: Answered;
    try {
      answered = await answer(request, correlationId);
    } catch (error) {
      answered = failure(error);
      if (answered.status === 500) onError(error, request.params.name, correlationId);
    }
    return send(reply, answered);
  });

  async function answer(
    request: FastifyRequest<{ Params: { name: string } }>,
    correlationId: string,
  ): Promise<Answered> {
    const registered = registry.find(request.params.name);
    if (!registered) return { status: 404, body: { error: 'unknown call' } };
    const { contract, handle } = registered;
    await authorize(contract, verifier, header(request, 'authorization'));
    const input = contract.input.safeParse(request.body);
    if (!input.success) return { status: 400, body: { error: input.error.message } };
    const gone = new AbortController();
    request.raw.once('close', () => request.raw.destroyed && gone.abort());
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(DEFAULT_TIMEOUT_MS)]);
    return { status: 200, body: (await handle(input.data, { signal, correlationId })) ?? null };
  }
}

async function authorize(contract: CallContract, verifier: Verifier, authorization: string | undefined): Promise<void> {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (!token) throw new SignatureError('missing');
  const { issuer } = await verifier.verify(token, contract.owner);
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
  if (error instanceof SignatureError) return { status: 401, body: { error: error.message } };
  if (error instanceof CallerNotAccepted) return { status: 403, body: { error: error.message } };
  return { status: 500, body: { error: 'internal error' } };
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answered) {
  return reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body));
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
