import http from 'node:http';
import net from 'node:net';

export interface Sent {
  readonly path: string;
  readonly headers: readonly string[];
  /** The bytes sent of the body, which may be fewer than the headers announce. */
  readonly body: Buffer | string;
  /** Own address, of this machine's 127.0.0.0/8. */
  readonly from?: string;
}

/** A POST that is written byte by byte, in any number of pieces. */
export class WirePost {
  private constructor(
    private readonly socket: net.Socket,
    /** The status of the answer. Rejects when the connection ends before. */
    readonly status: Promise<number>,
  ) {}

  static send(url: string, { path, headers, body, from }: Sent): WirePost {
    const { hostname, port, host } = new URL(url);
    const socket = net.connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) }, () => {
      socket.write(`${[`POST ${path} HTTP/1.1`, `Host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`);
      socket.write(body);
    });
    const status = new Promise<number>((resolve, reject) => {
      socket.on('data', (chunk) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1])));
      socket.on('error', reject).on('close', () => reject(new Error('closed')));
    });
    status.catch(() => undefined);
    return new WirePost(socket, status);
  }

  write(piece: string): void {
    if (this.socket.writable) this.socket.write(piece);
  }

  end(): void {
    this.socket.destroy();
  }
}

/** Reads an answer whole, on a connection of its own. Returns its status. */
export function get(url: string, path: string, options: http.RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}${path}`, { agent: false, ...options }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', reject);
    });
    request.on('error', reject);
  });
}
