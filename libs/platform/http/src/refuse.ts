import type { RefusalRecord } from '@hearth/contract-kit';
import type { FastifyReply } from 'fastify';

/** Answers a refusal: exactly `application/json`, as bytes because Fastify would add a charset to a text; a 304 has no body. */
export function refuse(reply: FastifyReply, { status, headers = {}, body }: Omit<RefusalRecord, 'code'>): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json')
    .send(Buffer.from(status === 304 ? '' : JSON.stringify(body)));
}
