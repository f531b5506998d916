import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CALLER_HEADER, signCaller } from '@hearth/access';
import { CORRELATION_HEADER, STORAGE_HEADER, ServiceMap } from '@hearth/calls';
import { Unavailable, refuse } from '@hearth/http';
import { Signer } from '@hearth/secrets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { routed } from './edge-hooks.js';
import { StorageLocator } from './storage-locator.js';

type Headers = Record<string, string | string[] | undefined>;

/** Never sent on: the services get the caller, not the credential, and nobody outside speaks as the edge. */
const STRIPPED_REQUEST = /^(authorization|private-token|cookie|expect|host|x-hearth-.*)$/;
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;
const WRONG_STORAGE = 421;
/** A push may think for a long time before its first byte; only silence on the connection ends it. */
const SILENCE_MS = 600_000;

/** Hands every request that is not the edge's own to the service that owns its route, both ways as a stream. */
@Injectable()
export class Proxy implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Proxy.name);
  private readonly agent = new Agent({
    connections: 256,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly services: ServiceMap,
    private readonly signer: Signer,
    private readonly locator: StorageLocator,
  ) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    await fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      // Bodies are left in the connection: whoever answers reads them.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined));
      scope.all('/*', (request, reply) => this.forward(request, reply));
      done();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { route } = routed(request);
    try {
      const storage = route.project === null ? undefined : await this.locator.locate(route.project);
      return await this.send(request, reply, storage);
    } catch (error) {
      if (route.project !== null) this.locator.forget(route.project);
      this.logger.warn(`${request.id}: ${route.service} did not answer: ${(error as Error).message}`);
      return unavailable(reply);
    }
  }

  /** @param redirected whether a process has named the storage: two that name each other are asked once each, not for ever */
  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    storage?: string,
    redirected = false,
  ): Promise<FastifyReply> {
    const { route } = routed(request);
    const address = route.service === 'edge' ? undefined : this.services.find(route.service, storage);
    if (!address) return unavailable(reply);
    const answer = await this.ask(request, reply, address.routed);
    const owner = answer.headers[STORAGE_HEADER];
    if (answer.statusCode === WRONG_STORAGE && typeof owner === 'string') {
      await answer.body.dump();
      return this.sendToOwner(request, reply, owner, redirected);
    }
    void reply.code(answer.statusCode).headers(kept(answer.headers, HOP_BY_HOP));
    return reply.send(route.streams ? answer.body : Buffer.from(await answer.body.arrayBuffer()));
  }

  /** The repository lives elsewhere. A request without a body goes there at once; a body has been spent, so its client has to repeat. */
  private sendToOwner(
    request: FastifyRequest,
    reply: FastifyReply,
    owner: string,
    redirected: boolean,
  ): Promise<FastifyReply> | FastifyReply {
    const { project } = routed(request).route;
    if (project !== null) this.locator.correct(project, owner);
    return redirected || hasBody(request) ? unavailable(reply) : this.send(request, reply, owner, true);
  }

  private async ask(request: FastifyRequest, reply: FastifyReply, origin: string): Promise<Dispatcher.ResponseData> {
    const { route, caller } = routed(request);
    const gone = new AbortController();
    reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
    return this.agent.request({
      origin,
      path: request.url,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        ...kept(kept(request.headers, HOP_BY_HOP), STRIPPED_REQUEST),
        [CALLER_HEADER]: await signCaller(this.signer, route.service, caller),
        [CORRELATION_HEADER]: caller.correlationId,
      },
      body: hasBody(request) ? request.raw : null,
      signal: gone.signal,
    });
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function kept(headers: Headers, without: RegExp): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !without.test(name)));
}

function unavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.header('retry-after', '1'), Unavailable());
}
