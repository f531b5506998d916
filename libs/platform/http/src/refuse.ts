import type { RefusalRecord } from '@hearth/contract-kit';
import type { FastifyReply } from 'fastify';

/**
 * Sends a refusal: exactly `application/json`, as bytes because Fastify would add a charset to a text. A 304 has no body, and no length,
 * which would be that of the client's copy; a 204 has neither.
 */
export function refuse(reply: FastifyReply, { status, headers = {}, body }: Omit<RefusalRecord, 'code'>): FastifyReply {
  void reply.code(status).headers(headers);
  if (status === 304 || status === 204) return reply.send();
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)));
}
