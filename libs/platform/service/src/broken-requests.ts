import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseOnSocket } from '@hearth/http';

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
/** Time for a client to close a connection after the answer: closing it while the client is still sending destroys the answer on its way. */
const LINGER_MS = 1_000;

/** The response to the last request of each connection. */
const responses = new WeakMap<Socket, ServerResponse>();
const broken = new WeakSet<Socket>();

/** Tracks the requests of a server, for `answerBrokenRequest`. */
export function trackRequests(server: Server): void {
  server.prependListener('request', (request, response) => responses.set(request.socket, response));
}

/**
 * Answers a request that cannot be read (malformed, too large, too slow, cut off) with an error of the API, and closes the connection. Work on that
 * request is aborted as if its client had disconnected; an earlier request on the same connection is answered first.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  const { code = '' } = error;
  if (!socket.writable || !/^(HPE_|ERR_HTTP_)/.test(code)) return void socket.destroy();
  // Later bytes cannot be read, either.
  if (broken.has(socket)) return;
  broken.add(socket);
  const response = responses.get(socket);
  const close = () => void socket.destroy();
  const linger = () => setTimeout(close, LINGER_MS).unref();
  const refuse = (closed?: () => void) => refuseOnSocket(socket, STATUS[code] ?? 400, closed);
  if (response && !response.req.complete) {
    linger();
    // The error was in the body, and the response has begun, has ended, or waits for others.
    if (response.headersSent || response.socket !== socket) socket.end(close);
    else refuse(close);
  } else if (response && !response.closed) {
    response.once('close', () => (linger(), refuse()));
  } else {
    linger();
    refuse();
  }
}
