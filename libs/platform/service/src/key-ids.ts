import type { INestApplicationContext } from '@nestjs/common';
import { ProcessKeys } from '@hearth/secrets';
import type { FastifyInstance } from 'fastify';

/**
 * Says on the internal listener which keys the process uses now: what a rotation waits for. Their files are read again before the answer, so
 * that it is true when it comes. It holds ids, never keys.
 */
export function serveKeyIds(fastify: FastifyInstance, app: INestApplicationContext): void {
  const keys = app.get<ProcessKeys | null>(ProcessKeys);
  fastify.get('/health/keys', async (_, reply) => {
    if (!keys) return reply.code(404).send({ error: 'the keys of this process are fixed' });
    await keys.look();
    return keys.ids();
  });
}
