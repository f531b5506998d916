import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import replyFrom from '@fastify/reply-from';
import { CALLER_HEADER, CORRELATION_HEADER, signCaller } from '@hearth/access';
import { STORAGE_HEADER, ServiceMap } from '@hearth/calls';
import { RouteNotFound, Unavailable } from '@hearth/http';
import { Signer } from '@hearth/secrets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routed } from './edge-hooks.js';
import { refuse } from './refusals.js';
import { StorageLocator } from './storage-locator.js';

type Headers = Record<string, string | string[] | undefined>;

/** Never sent on: the services get the caller, not the credential; a hop's own headers; and nobody outside speaks as the edge. */
const STRIPPED = /^(authorization|private-token|expect|cookie|x-hearth-.*)$/;
const WRONG_STORAGE = 421;

/** Hands every request that is not the edge's own to the service that owns its route, both ways as a stream. */
@Injectable()
export class Proxy implements OnModuleInit {
  private readonly logger = new Logger(Proxy.name);

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly services: ServiceMap,
    private readonly signer: Signer,
    private readonly locator: StorageLocator,
  ) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
      await scope.register(replyFrom, {
        disableRequestLogging: true,
        destroyAgent: true,
        // A push may think for a long time before its first byte; only silence on the connection ends it.
        undici: {
          connections: 256,
          pipelining: 1,
          keepAliveTimeout: 60_000,
          headersTimeout: 600_000,
          bodyTimeout: 600_000,
        },
      });
      scope.all('/*', (request, reply) => this.forward(request, reply));
    });
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { project } = routed(request).route;
    try {
      return await this.send(request, reply, project === null ? undefined : await this.locator.locate(project), false);
    } catch (error) {
      // The proxy takes no path with a `..` in it; nothing has such a name.
      if ((error as { statusCode?: number }).statusCode === 400) return refuse(reply, RouteNotFound());
      this.logger.error(`${request.id}: ${(error as Error).stack}`);
      return unavailable(reply);
    }
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    storage: string | undefined,
    again: boolean,
  ): Promise<FastifyReply> {
    const { route, caller } = routed(request);
    const address = route.service === 'edge' ? undefined : this.services.find(route.service, storage);
    if (!address) return unavailable(reply);
    const signed = await signCaller(this.signer, route.service, caller);
    const [path, query] = request.url.split(/\?(.*)/s, 2) as [string, string | undefined];
    return reply.from(path, {
      getUpstream: () => address.routed,
      queryString: () => query ?? '',
      rewriteRequestHeaders: (_, headers) => ({
        ...kept(headers as Headers),
        [CALLER_HEADER]: signed,
        [CORRELATION_HEADER]: caller.correlationId,
      }),
      onResponse: (_request, _reply, response) => {
        const owner = response.statusCode === WRONG_STORAGE ? reply.getHeader(STORAGE_HEADER) : undefined;
        if (typeof owner !== 'string') return void reply.send(response.stream);
        response.stream.resume();
        void this.redirected(request, reply, owner, again);
      },
      onError: (_reply, { error }) => {
        this.logger.warn(`${route.service} did not answer: ${error.message}`);
        if (route.project !== null) this.locator.forget(route.project);
        void unavailable(reply);
      },
    });
  }

  /** The repository lives elsewhere. A request without a body goes there at once; a body has been spent, so its client has to repeat. */
  private async redirected(request: FastifyRequest, reply: FastifyReply, owner: string, again: boolean): Promise<void> {
    const { project } = routed(request).route;
    if (project !== null) this.locator.correct(project, owner);
    reply.removeHeader(STORAGE_HEADER);
    reply.removeHeader('content-length');
    if (again || request.body !== undefined) return void unavailable(reply);
    await this.send(request, reply, owner, true);
  }
}

function kept(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !STRIPPED.test(name)));
}

function unavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.header('retry-after', '1'), Unavailable());
}
