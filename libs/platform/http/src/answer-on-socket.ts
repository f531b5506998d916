import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Writes an error of the API on a connection, and ends it. For requests whose response is in other hands: what they write to it later goes
 * nowhere.
 * @param sent called when the answer has left the process
 */
export function answerOnSocket(socket: Socket, status: number, sent?: () => void): void {
  const line = `${status} ${STATUS_CODES[status]}`;
  const body = JSON.stringify({ message: line });
  const headers = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.end([`HTTP/1.1 ${line}`, ...headers, '', body].join('\r\n'), sent);
}
