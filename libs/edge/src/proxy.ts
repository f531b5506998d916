import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CALLER_HEADER, signCaller } from '@hearth/access';
import {
  CORRELATION_HEADER,
  REPACKING_HEADER,
  STORAGE_HEADER,
  ServiceClient,
  type ServiceRequest,
} from '@hearth/calls';
import type { ServiceName } from '@hearth/contract-kit';
import { ROUTES_VERSION_HEADER, Unavailable, frameworkRefusal, refuse } from '@hearth/http';
import { Signer } from '@hearth/secrets';
import { WaitingRequests } from '@hearth/service';
import { traceHeaders } from '@hearth/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseFor, routed } from './edge-hooks.js';
import { BufferedBodies, bodyOf, type Body } from './buffered-bodies.js';
import { READ_ONLY, RepositoryReadOnly } from './refusals.js';
import { RouteLearner } from './routes/route-learner.js';
import { StorageLocator } from './storage-locator.js';

type Headers = Record<string, string | string[] | undefined>;

/** Never forwarded: services get the caller, not the credential, and no client may pose as the edge. */
const STRIPPED_REQUEST = /^(authorization|private-token|cookie|expect|host|x-hearth-.*)$/;
/** Headers for endpoints that read them themselves: pages bind their forms to the cookie. */
const FORWARDED = { token: [], 'token-or-session': [], session: ['cookie'], own: ['authorization'] } as const;
/** Headers from a service to the gateway. */
const STRIPPED_ANSWER =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-hearth-(routes|repacking))$/;
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;
const WRONG_STORAGE = 421;
const UNAVAILABLE = 503;
/** Longest wait for a process to listen while another one may answer, or none is expected to, in milliseconds. */
const SHORT_MS = 1_000;
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;
/** Time that the service has to answer requests whose wait has just ended, in milliseconds: those may get a job. */
const ANSWER_MS = 500;

/** A request that the gateway forwards. */
interface Passage {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly service: ServiceName;
  readonly body: Body;
  /** Aborted when the client disconnects, or its wait ends. */
  readonly gone: AbortSignal;
  /** Called when a process has begun to answer. */
  readonly answered: () => void;
  /** Longest wait for a process to listen; that of the client by default. */
  readonly patienceMs?: number | undefined;
  /** Statuses of answers that are not forwarded. */
  readonly passesOver?: readonly number[];
}

/** A process does not answer: the owner of a storage that it names does, or another one. */
interface Elsewhere {
  readonly owner: string | undefined;
}

/**
 * Forwards every request that is not the edge's own to the service that owns its route, both ways as a stream. A shutdown ends the waits of requests
 * in the services, which are stopped later.
 */
@Injectable()
export class Proxy extends WaitingRequests implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Proxy.name);
  private readonly bodies = new BufferedBodies();
  /** Requests that wait in a service for something to happen. */
  private readonly waiting = new Set<AbortController>();
  private stopping = false;

  /** @param client of the services' routed listeners; closed with the proxy */
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly client: ServiceClient,
    private readonly signer: Signer,
    private readonly locator: StorageLocator,
    private readonly learner: RouteLearner,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    await fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      // Bodies are left in the connection: the handler reads them.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined));
      scope.setErrorHandler((error, request, reply) =>
        refuse(reply, frameworkRefusal(error, request) ?? Unavailable()),
      );
      scope.all('/*', (request, reply) => this.forward(request, reply));
      done();
    });
  }

  /** Lets no wait begin, and ends the others after `ANSWER_MS`. A job that a runner gets at that very moment is requeued, as after a lost connection. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.waiting.size === 0) return;
    await delay(ANSWER_MS);
    for (const wait of this.waiting) wait.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { service, project, waits } = routed(request).route;
    if (service === 'edge') return unavailable(reply);
    if (waits && this.stopping) return noContent(reply);
    const wait = waits ? new AbortController() : undefined;
    if (wait) this.waiting.add(wait);
    const gone = wait ? AbortSignal.any([goneSignal(reply), wait.signal]) : goneSignal(reply);
    const answered = () => void (wait && this.waiting.delete(wait));
    const passage = { request, reply, service, gone, answered };
    try {
      if (project === null) {
        const answer = await this.send({ ...passage, body: bodyOf(request.raw) });
        return answer ? unavailable(reply) : reply;
      }
      const how = isRead(request) ? 'read' : 'write';
      return await this.bodies.with(request.raw, (body) => this[how]({ ...passage, body }, project));
    } catch (error) {
      // The answer itself broke off.
      if (reply.raw.headersSent) return reply;
      if (wait?.signal.aborted) return noContent(reply);
      if (!gone.aborted) this.logger.warn(`${request.id}: ${service} did not answer: ${(error as Error).message}`);
      if (project === null || gone.aborted) return unavailable(reply);
      const isReadOnly = !isRead(request) && (await this.locator.isReadOnly(project, gone));
      this.locator.forget(project);
      return isReadOnly ? readOnly(reply) : unavailable(reply);
    } finally {
      answered();
    }
  }

  /**
   * Asks the storages that may answer a read, until one does: that of the repository itself, and those of its copies. One that lacks a change names
   * the former in its 421.
   */
  private async read(passage: Passage, project: string): Promise<FastifyReply> {
    const { gone, body, reply } = passage;
    let waiting = await this.locator.readers(project, gone);
    // A body that is a stream can be sent once.
    if (waiting.length < 2 || isStream(body)) return this.write(passage, project);
    const asked = new Set<string>();
    for (let left = waiting.length + 1; waiting.length > 0 && left > 0; left -= 1) {
      const storage = waiting.shift()!;
      asked.add(storage);
      const answer = waiting.length > 0 ? await this.tryOne(passage, storage) : await this.send(passage, storage);
      if (!answer) return reply;
      const { owner } = answer;
      this.locator.setAside(project, storage, owner === undefined ? 'away' : 'behind');
      if (owner === undefined) continue;
      this.locator.correct(project, owner);
      if (!asked.has(owner)) waiting = [owner, ...waiting.filter((each) => each !== owner)];
    }
    return unavailable(reply);
  }

  /** Like {@link send}, while another storage may answer: a process that is away or unavailable is passed over. */
  private async tryOne(passage: Passage, storage: string): Promise<Elsewhere | undefined> {
    const { gone, reply } = passage;
    try {
      return await this.send({ ...passage, patienceMs: SHORT_MS, passesOver: [UNAVAILABLE] }, storage);
    } catch (error) {
      if (gone.aborted || reply.raw.headersSent) throw error;
      return { owner: undefined };
    }
  }

  /**
   * Forwards a request to the storage of the repository, and to the one that the process has named in its 421, once: two processes that name each
   * other are not called for ever, and a streamed body is spent, so its client has to retry.
   */
  private async write(passage: Passage, project: string): Promise<FastifyReply> {
    const { gone, body, reply } = passage;
    const place = await this.locator.locate(project, gone);
    const patienceMs = place?.readOnly ? SHORT_MS : undefined;
    const answer = await this.send({ ...passage, patienceMs }, place?.storage);
    if (!answer) return reply;
    this.locator.correct(project, answer.owner!);
    if (isStream(body)) return unavailable(reply);
    const another = await this.send(passage, answer.owner);
    if (!another) return reply;
    this.locator.correct(project, another.owner!);
    return unavailable(reply);
  }

  /** Forwards a request, and its answer unless that comes from another process. */
  private send(passage: Passage, storage?: string): Promise<Elsewhere | undefined> {
    const exchanged = () => this.exchange(passage, storage);
    return storage === undefined ? exchanged() : this.locator.during(storage, exchanged);
  }

  private async exchange(passage: Passage, storage?: string): Promise<Elsewhere | undefined> {
    const { request, reply, service, passesOver } = passage;
    const { streams, project } = routed(request).route;
    const destination = { service, storage };
    const question = await this.question(passage);
    const answer = await (streams ? this.client.open(destination, question) : this.client.ask(destination, question));
    passage.answered();
    const routesVersion = answer.headers[ROUTES_VERSION_HEADER];
    if (typeof routesVersion === 'string') this.learner.notice(service, routesVersion);
    const owner = answer.headers[STORAGE_HEADER];
    const isWrong = answer.statusCode === WRONG_STORAGE && typeof owner === 'string';
    if (isWrong || passesOver?.includes(answer.statusCode)) {
      if (!Buffer.isBuffer(answer.body)) await answer.body.dump();
      return { owner: isWrong ? owner : undefined };
    }
    if (storage !== undefined && project !== null && answer.headers[REPACKING_HEADER] !== undefined)
      this.locator.setAside(project, storage, 'repacking');
    void reply.code(answer.statusCode).headers(kept(answer.headers, STRIPPED_ANSWER));
    // Even an empty body would get a type and a length.
    await reply.send(answer.statusCode === NOT_MODIFIED ? undefined : answer.body);
    return undefined;
  }

  private async question({ request, service, body, gone, patienceMs }: Passage): Promise<ServiceRequest> {
    const { method, url, headers } = request;
    const { caller, route } = routed(request);
    const forwarded = FORWARDED[route.credentials].map((name) => [name, headers[name]] as const);
    return {
      method,
      path: url,
      headers: {
        ...kept(kept(headers, HOP_BY_HOP), STRIPPED_REQUEST),
        ...Object.fromEntries(forwarded.filter(([, value]) => value !== undefined)),
        ...traceHeaders(),
        [CALLER_HEADER]: signCaller(this.signer, service, { method, url }, caller),
        [CORRELATION_HEADER]: caller.correlationId,
      },
      body,
      signal: gone,
      repeatable: body === null && (method === 'GET' || method === 'HEAD'),
      patienceMs,
    };
  }
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

function kept(headers: Headers, without: RegExp): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !without.test(name)));
}

function isStream(body: Body): boolean {
  return body !== null && !Buffer.isBuffer(body);
}

/** Returns whether a copy of the project's repository may answer. */
function isRead(request: FastifyRequest): boolean {
  const { reads } = routed(request).route;
  const { method, url } = request;
  return reads ? reads.test(url) : method === 'GET' || method === 'HEAD';
}

/** git shows a text. */
function readOnly(reply: FastifyReply): FastifyReply {
  const refusal = RepositoryReadOnly();
  if (!routed(reply.request).route.git) return refuseFor(reply.request, reply, refusal);
  const { headers = {} } = refusal.toRecord();
  return reply.code(refusal.status).headers(headers).type('text/plain; charset=utf-8').send(`${READ_ONLY}\n`);
}

/** The client asks again, on another connection; without `X-GitLab-Last-Update` it keeps the value that it has. */
function noContent(reply: FastifyReply): FastifyReply {
  // A connection with an unread body would be reset before the client has the answer.
  reply.request.raw.resume();
  return reply.code(NO_CONTENT).header('connection', 'close').send();
}

function unavailable(reply: FastifyReply): FastifyReply {
  return refuseFor(reply.request, reply.header('retry-after', '1'), Unavailable());
}
