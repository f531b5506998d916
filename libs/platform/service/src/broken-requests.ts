import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * Answers a malformed, too large or too slow request that never reached the application, with an error of the API, and closes the
 * connection.
 */
export function answerBrokenRequest({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = STATUS[code ?? ''] ?? 400;
  const line = `${status} ${STATUS_CODES[status]}`;
  const body = JSON.stringify({ message: line });
  const headers = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.end([`HTTP/1.1 ${line}`, ...headers, '', body].join('\r\n'));
}
