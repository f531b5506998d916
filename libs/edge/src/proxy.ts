import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CALLER_HEADER, signCaller } from '@hearth/access';
import { CORRELATION_HEADER, STORAGE_HEADER, ServiceClient, type ServiceRequest } from '@hearth/calls';
import type { ServiceName } from '@hearth/contract-kit';
import { ROUTES_VERSION_HEADER, Unavailable, frameworkRefusal, refuse } from '@hearth/http';
import { Signer } from '@hearth/secrets';
import { traceHeaders } from '@hearth/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseFor, routed } from './edge-hooks.js';
import { BufferedBodies, bodyOf, type Body } from './buffered-bodies.js';
import { RouteLearner } from './routes/route-learner.js';
import { StorageLocator } from './storage-locator.js';

type Headers = Record<string, string | string[] | undefined>;

/** Never forwarded: services get the caller, not the credential, and no client may pose as the edge. */
const STRIPPED_REQUEST = /^(authorization|private-token|cookie|expect|host|x-hearth-.*)$/;
/** Headers for endpoints that read them themselves: pages bind their forms to the cookie. */
const FORWARDED = { token: [], 'token-or-session': [], session: ['cookie'], own: ['authorization'] } as const;
/** Headers from a service to the gateway. */
const STRIPPED_ANSWER = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-hearth-routes)$/;
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;
const WRONG_STORAGE = 421;
const NOT_MODIFIED = 304;

/** A request that the gateway forwards. */
interface Passage {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly service: ServiceName;
  readonly body: Body;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

/** Forwards every request that is not the edge's own to the service that owns its route, both ways as a stream. */
@Injectable()
export class Proxy implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Proxy.name);
  private readonly bodies = new BufferedBodies();

  /** @param client of the services' routed listeners; closed with the proxy */
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly client: ServiceClient,
    private readonly signer: Signer,
    private readonly locator: StorageLocator,
    private readonly learner: RouteLearner,
  ) {}

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

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { service, project } = routed(request).route;
    if (service === 'edge') return unavailable(reply);
    const gone = goneSignal(reply);
    try {
      if (project === null) return await this.send({ request, reply, service, gone, body: bodyOf(request.raw) });
      const storage = await this.locator.locate(project, gone);
      return await this.bodies.with(request.raw, (body) =>
        this.sendToStorage({ request, reply, service, gone, body }, project, storage),
      );
    } catch (error) {
      // The answer itself broke off.
      if (reply.raw.headersSent) return reply;
      if (project !== null) this.locator.forget(project);
      if (!gone.aborted) this.logger.warn(`${request.id}: ${service} did not answer: ${(error as Error).message}`);
      return unavailable(reply);
    }
  }

  /**
   * Forwards a request to the storage that the process has named in its 421, once: two processes that name each other are not called for
   * ever, and a streamed body is spent, so its client has to retry.
   */
  private async sendToStorage(passage: Passage, project: string, storage: string | undefined): Promise<FastifyReply> {
    return this.send(passage, storage, (owner) => {
      this.locator.correct(project, owner);
      const { body, reply } = passage;
      if (body !== null && !Buffer.isBuffer(body)) return unavailable(reply);
      return this.send(passage, owner, (another) => {
        this.locator.correct(project, another);
        return unavailable(reply);
      });
    });
  }

  private async send(
    passage: Passage,
    storage?: string,
    elsewhere: (owner: string) => Promise<FastifyReply> | FastifyReply = () => unavailable(passage.reply),
  ): Promise<FastifyReply> {
    const { request, reply, service } = passage;
    const { streams } = routed(request).route;
    const destination = { service, storage };
    const question = await this.question(passage);
    const answer = await (streams ? this.client.open(destination, question) : this.client.ask(destination, question));
    const routesVersion = answer.headers[ROUTES_VERSION_HEADER];
    if (typeof routesVersion === 'string') this.learner.notice(service, routesVersion);
    const owner = answer.headers[STORAGE_HEADER];
    if (answer.statusCode === WRONG_STORAGE && typeof owner === 'string') {
      if (!Buffer.isBuffer(answer.body)) await answer.body.dump();
      return elsewhere(owner);
    }
    void reply.code(answer.statusCode).headers(kept(answer.headers, STRIPPED_ANSWER));
    // Even an empty body would get a type and a length.
    return reply.send(answer.statusCode === NOT_MODIFIED ? undefined : answer.body);
  }

  private async question({ request, service, body, gone }: Passage): Promise<ServiceRequest> {
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

function unavailable(reply: FastifyReply): FastifyReply {
  return refuseFor(reply.request, reply.header('retry-after', '1'), Unavailable());
}
