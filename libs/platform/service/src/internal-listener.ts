import type { BlockList } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { REVISION_HEADER } from '@hearth/config';
import { ProcessTls, Signer, Verifier } from '@hearth/secrets';
import { register } from 'prom-client';
import type { INestApplicationContext } from '@nestjs/common';
import { serveRoutes, type PublishedApi } from '@hearth/http';
import type { Health } from './health/health.js';
import { answerBrokenRequest, trackRequests } from './broken-requests.js';
import type { InternalRoutes } from './internal-routes.js';
import { serveKeyIds } from './key-ids.js';
import { OperatorAccess } from './operator-access.js';

/** Largest body of a call: calls are small, and a larger body is a mistake. */
const BODY_LIMIT = 8 * 1024 * 1024;

export interface InternalListenerOptions {
  health: Health;
  /** Commit that the process was built from. */
  revision?: string | undefined;
  /** Networks that read metrics and details of health without the operator's token. */
  operatorNetworks?: BlockList | undefined;
  /** The routes of the services in this process. */
  apis?: readonly PublishedApi[];
  /** Further routes of the services in this process. */
  routes?: readonly InternalRoutes[];
}

/** Creates the listener for probes, metrics and other services, whose calls `HttpCallServer` answers there. */
export function internalListener(app: INestApplicationContext, options: InternalListenerOptions): FastifyInstance {
  const { operatorNetworks, apis = [], routes = [] } = options;
  const tls = app.get(ProcessTls);
  const https = tls.certificate ?? null;
  const fastify = Fastify({
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: 75_000,
    clientErrorHandler: answerBrokenRequest,
    https,
  }) as unknown as FastifyInstance;
  trackRequests(fastify.server);
  if (https) tls.renew(fastify.server as unknown as TlsServer);
  const operators = new OperatorAccess(app.get(Verifier), app.get(Signer).service, operatorNetworks);
  const onRequest = operators.required;
  serveHealth(fastify, options, operators);
  serveKeyIds(fastify, app, onRequest);
  serveRoutes(fastify, apis, app.get(Signer));
  for (const each of routes) each.serve(fastify);
  fastify.get('/metrics', { onRequest }, async (_, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
  return fastify;
}

/** Serves health: its status to every caller, the problems behind it to operators. */
function serveHealth(
  fastify: FastifyInstance,
  { health, revision }: InternalListenerOptions,
  operators: OperatorAccess,
): void {
  const details = async (request: FastifyRequest, problems: readonly string[]) =>
    (await operators.admits(request)) ? { problems } : {};
  fastify.get('/health', async (request) => {
    const problems = await health.problems();
    return { status: problems.length === 0 ? 'well' : 'not well', ...(await details(request, problems)) };
  });
  fastify.get('/health/live', async (request, reply) => {
    const problems = health.stuck();
    if (problems.length === 0) return { status: 'live' };
    return reply.code(503).send({ status: 'stuck', ...(await details(request, problems)) });
  });
  fastify.get('/health/ready', async (request, reply) => {
    if (revision !== undefined) void reply.header(REVISION_HEADER, revision);
    const problems = await health.unready();
    if (problems.length === 0) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', ...(await details(request, problems)) });
  });
}
