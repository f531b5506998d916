import Fastify, { type FastifyInstance } from 'fastify';
import { CallRegistry, serveCalls } from '@hearth/calls';
import { Verifier } from '@hearth/secrets';
import { register } from 'prom-client';
import type { INestApplicationContext } from '@nestjs/common';
import type { Health } from './health/health.js';
import { serveKeyIds } from './key-ids.js';
import type { Logger } from './logger.js';

/** Bodies of calls are small; what is larger is a mistake. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** The listener for other services, probes and metrics. */
export function internalListener(app: INestApplicationContext, logger: Logger, health: Health): FastifyInstance {
  const fastify = Fastify({ bodyLimit: BODY_LIMIT, keepAliveTimeout: 75_000 });
  serveHealth(fastify, health);
  serveKeyIds(fastify, app);
  fastify.get('/metrics', async (_, reply) => reply.type(register.contentType).send(await register.metrics()));
  serveCalls(fastify, app.get(CallRegistry), app.get(Verifier), (error, contract, correlationId) =>
    logger.error({ err: error, contract, correlationId }, 'call failed'),
  );
  return fastify;
}

function serveHealth(fastify: FastifyInstance, health: Health): void {
  fastify.get('/health', async () => {
    const problems = await health.problems();
    return { status: problems.length === 0 ? 'well' : 'not well', problems };
  });
  fastify.get('/health/live', (_, reply) => {
    const problems = health.stuck();
    return problems.length === 0 ? reply.send({ status: 'live' }) : reply.code(503).send({ status: 'stuck', problems });
  });
  fastify.get('/health/ready', async (_, reply) => {
    const problems = await health.unready();
    return problems.length === 0
      ? reply.send({ status: 'ready' })
      : reply.code(503).send({ status: 'not ready', problems });
  });
}
