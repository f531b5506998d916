import Fastify, { type FastifyInstance } from 'fastify';
import { CallRegistry, serveCalls } from '@hearth/calls';
import { Verifier } from '@hearth/secrets';
import { register } from 'prom-client';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Bodies of calls are small; what is larger is a mistake. */
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * The listener for other services, probes and metrics.
 * @param ready whether the process may get traffic
 */
export function internalListener(app: INestApplicationContext, logger: Logger, ready: () => boolean): FastifyInstance {
  const fastify = Fastify({ bodyLimit: BODY_LIMIT, keepAliveTimeout: 75_000 });
  fastify.get('/health/live', () => ({ status: 'live' }));
  fastify.get('/health/ready', (_, reply) =>
    ready() ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'not ready' }),
  );
  fastify.get('/metrics', async (_, reply) => reply.type(register.contentType).send(await register.metrics()));
  serveCalls(fastify, app.get(CallRegistry), app.get(Verifier), (error, contract, correlationId) =>
    logger.error({ err: error, contract, correlationId }, 'call failed'),
  );
  return fastify;
}
