import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalRecord } from '@hearth/contract-kit';
import type { FastifyReply } from 'fastify';

/**
 * Sends a refusal: exactly `application/json`, as bytes because Fastify would add a charset to a text. A 304 has no body, and no length,
 * which would be that of the client's copy; a 204 has neither. A body that is a text is sent as one.
 */
export function refuse(reply: FastifyReply, { status, headers = {}, body }: Omit<RefusalRecord, 'code'>): FastifyReply {
  void reply.code(status).headers(headers);
  if (status === 304 || status === 204) return reply.send();
  if (typeof body === 'string') return reply.type('text/plain; charset=utf-8').send(body);
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)));
}

/**
 * Writes an error of the API on a connection, and ends it. For requests whose response belongs to other code, whose later writes are discarded.
 * @param sent called when the answer has left the process
 */
export function refuseOnSocket(socket: Socket, status: number, sent?: () => void): void {
  const line = `${status} ${STATUS_CODES[status]}`;
  const body = JSON.stringify({ message: line });
  const headers = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.end([`HTTP/1.1 ${line}`, ...headers, '', body].join('\r\n'), sent);
}
