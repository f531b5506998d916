import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { CORRELATION_HEADER } from '@hearth/calls';
import { RouteNotFound, parseQuery, refuse, registerBodyParsers } from '@hearth/http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from './access-log.js';
import { answerBrokenRequest } from './broken-requests.js';
import { observeRequests } from './observe-requests.js';

const MAX_PARAM_LENGTH = 4096;
/** Bytes of a request's line and headers. */
const MAX_HEADERS = 16 * 1024;
const ON_EVERY_ANSWER = { 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' };
/** Longer than any client or load balancer keeps a connection idle, so that it is the other side who closes. */
const KEEP_ALIVE_MS = 75_000;
const UUID = /^[0-9a-f-]{36}$/;

export interface RoutedListenerOptions {
  /** Whose X-Forwarded-* headers are believed. */
  trustedProxies?: string[] | undefined;
  /** Whether users reach it, and not the gateway alone: their correlation ids are none of ours. */
  facesUsers: boolean;
  /** Is told of every request that has ended. */
  log: AccessLog;
}

/** The HTTP server behind the frame. */
export function routedListener({ trustedProxies, facesUsers, log }: RoutedListenerOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    routerOptions: {
      maxParamLength: MAX_PARAM_LENGTH,
      querystringParser: parseQuery,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    trustProxy: trustedProxies ?? false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    logger: false,
    // The gateway adds to what it may take from users itself.
    http: { maxHeaderSize: facesUsers ? MAX_HEADERS : 2 * MAX_HEADERS },
    clientErrorHandler: answerBrokenRequest,
    // A URL that cannot be decoded, or a segment longer than any name: nothing is there.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      refuse(reply.headers(ON_EVERY_ANSWER), RouteNotFound());
    },
    genReqId: ({ headers }: IncomingMessage) => {
      const given = facesUsers ? undefined : headers[CORRELATION_HEADER];
      return typeof given === 'string' && UUID.test(given) ? given : randomUUID();
    },
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  registerBodyParsers(fastify);
  observeRequests(fastify, log);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, ...ON_EVERY_ANSWER });
    done();
  });
  return adapter;
}
