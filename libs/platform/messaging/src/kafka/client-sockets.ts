import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactoryArgs } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/**
 * Tracks the connections of one kafkajs client, so that they can be closed for good. kafkajs itself does not do this: a consumer that is
 * disconnected while it joins its group connects and joins again, and then holds unread partitions until the process exits.
 */
export class ClientSockets {
  private readonly open = new Set<net.Socket>();
  private isClosed = false;

  /** True once no more connections are made. */
  get closed(): boolean {
    return this.isClosed;
  }

  /**
   * Socket factory for kafkajs.
   * @throws once the sockets are closed
   */
  readonly connect = ({ host, port, ssl, onConnect }: ISocketFactoryArgs): net.Socket => {
    if (this.isClosed) throw new Error('the client is not needed any more');
    const named = net.isIP(host) ? {} : { servername: host };
    // kafkajs' types declare `ssl` as always present; it is not.
    const options = ssl as tls.ConnectionOptions | undefined;
    const socket = options
      ? tls.connect({ host, port, ...named, ...options }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** Refuses new connections; open ones stay. */
  close(): void {
    this.isClosed = true;
  }

  /** Destroys the open connections: requests in flight fail at once. */
  cut(): void {
    this.close();
    for (const socket of this.open) socket.destroy(new Error('the client is not needed any more'));
  }
}
