import type { INestApplicationContext } from '@nestjs/common';
import { ProcessKeys } from '@hearth/secrets';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';

/**
 * Serves the ids of the keys that the process uses on the internal listener, for rotations to wait for. The key files are read again before the
 * response, so it is up to date. It contains ids, never keys.
 * @param onRequest refuses callers other than operators
 */
export function serveKeyIds(
  fastify: FastifyInstance,
  app: INestApplicationContext,
  onRequest: NonNullable<RouteShorthandOptions['onRequest']>,
): void {
  const keys = app.get<ProcessKeys | null>(ProcessKeys);
  fastify.get('/health/keys', { onRequest }, async (_, reply) => {
    if (!keys) return reply.code(404).send({ error: 'the keys of this process are fixed' });
    await keys.look();
    return keys.ids();
  });
}
