import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server as TlsServer } from 'node:tls';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { CORRELATION_HEADER } from '@hearth/calls';
import {
  ROUTES_VERSION_HEADER,
  RouteNotFound,
  acceptsPage,
  bodyDeadlines,
  parseQuery,
  refuse,
  refuseWithPage,
  registerBodyParsers,
  type FacesUsersOptions,
} from '@hearth/http';
import type { ProcessTls } from '@hearth/secrets';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from './access-log.js';
import { answerBrokenRequest, trackRequests } from './broken-requests.js';
import { observeRequests } from './observe-requests.js';

const MAX_PARAM_LENGTH = 4096;
/** Largest request line with headers, in bytes. */
const MAX_HEADERS = 16 * 1024;
const ON_EVERY_ANSWER = { 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' };
/** Longer than clients and load balancers keep a connection idle, so that the other side closes it. */
const KEEP_ALIVE_MS = 75_000;
const UUID = /^[0-9a-f-]{36}$/;

export interface RoutedListenerOptions {
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies?: string[] | undefined;
  /** Whether users reach it directly, instead of only the gateway: correlation ids in their requests are not trusted. */
  facesUsers: boolean;
  /** Version of the service's routes, for gateways; none where users read the answers. */
  routesVersion?: string | undefined;
  /** Returns the target to route a request by. */
  rewriteTarget?: FacesUsersOptions['rewriteTarget'];
  /** Called for every completed request. */
  log: AccessLog;
  /** Certificates of a listener that only the gateway reaches; users reach Hearth through a proxy that terminates their TLS. */
  tls?: ProcessTls | undefined;
}

/** Compiler of schemas that does nothing: Hearth validates and serializes itself and declares no schemas to Fastify. */
const noSchemas = () => () => {
  throw new Error('Fastify compiles no schemas here: parameters and records have those of @Endpoint');
};

/** Creates the HTTP server of the API. */
export function routedListener({
  trustedProxies,
  facesUsers,
  routesVersion,
  rewriteTarget,
  log,
  tls,
}: RoutedListenerOptions): FastifyAdapter {
  const certificate = facesUsers ? undefined : tls?.certificate;
  const onEveryAnswer = {
    ...ON_EVERY_ANSWER,
    ...(routesVersion !== undefined && { [ROUTES_VERSION_HEADER]: routesVersion }),
  };
  // The gateway adds headers to those that it accepts from users.
  const limits = { maxHeaderSize: facesUsers ? MAX_HEADERS : 2 * MAX_HEADERS };
  const adapter = new FastifyAdapter({
    routerOptions: {
      maxParamLength: MAX_PARAM_LENGTH,
      querystringParser: parseQuery,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    ...(rewriteTarget && { rewriteUrl: ({ method, url = '' }: IncomingMessage) => rewriteTarget(method, url) }),
    // Without compilers of its own Fastify loads ajv and fast-json-stringify: 100 modules, 3 % of the CPU time of a start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: trustedProxies ?? false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    logger: false,
    ...(certificate ? { https: { ...limits, ...certificate } } : { http: limits }),
    clientErrorHandler: answerBrokenRequest,
    // Answers 404 for a URL that cannot be decoded, or a segment longer than any name.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(ON_EVERY_ANSWER);
      if (acceptsPage(request)) refuseWithPage(reply, 404);
      else refuse(reply, RouteNotFound());
    },
    genReqId: ({ headers }: IncomingMessage) => {
      const given = facesUsers ? undefined : headers[CORRELATION_HEADER];
      return typeof given === 'string' && UUID.test(given) ? given : randomUUID();
    },
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  if (certificate) tls!.renew(fastify.server as unknown as TlsServer);
  trackRequests(fastify.server);
  observeRequests(fastify, log);
  registerBodyParsers(fastify, bodyDeadlines());
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, ...onEveryAnswer });
    done();
  });
  return adapter;
}
