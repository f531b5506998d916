import net from 'node:net';

/** A request that is written byte by byte, and whose body may never end. */
export interface HalfSent {
  readonly socket: net.Socket;
  /** Everything received until the connection ended. */
  readonly ended: Promise<string>;
  /** The first bytes of the answer. */
  readonly answered: Promise<string>;
}

/** Sends the head of a POST and as much of its body as is given. @param headers lines without their ends */
export function halfSend(port: number, path: string, headers: readonly string[], body: string | Buffer = ''): HalfSent {
  const answered = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  let text = '';
  const socket = net.connect(port, '127.0.0.1', () => {
    socket.write(`${[`POST ${path} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`);
    socket.write(body);
  });
  socket.on('data', (chunk) => answered.resolve((text += chunk.toString())));
  // The server closes the connection of a client that keeps sending.
  socket.on('error', () => undefined).on('close', () => ended.resolve(text));
  return { socket, answered: answered.promise, ended: ended.promise };
}
