import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactoryArgs } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/**
 * The connections of one kafkajs client, to be ended for good. kafkajs itself knows no end: a consumer that is disconnected while it joins
 * its group connects and joins once more, and then keeps partitions that nobody reads for as long as the process lives.
 */
export class ClientSockets {
  private readonly open = new Set<net.Socket>();
  private isClosed = false;

  /** True once no connection is made any more. */
  get closed(): boolean {
    return this.isClosed;
  }

  /** What kafkajs calls for a new connection. @throws once they are closed */
  readonly connect = ({ host, port, ssl, onConnect }: ISocketFactoryArgs): net.Socket => {
    if (this.isClosed) throw new Error('the client is not needed any more');
    const named = net.isIP(host) ? {} : { servername: host };
    // kafkajs' types say that `ssl` is always there; it is not.
    const options = ssl as tls.ConnectionOptions | undefined;
    const socket = options
      ? tls.connect({ host, port, ...named, ...options }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** From now on no connection is made; those that are open stay. */
  close(): void {
    this.isClosed = true;
  }

  /** Breaks off what is open still: requests on the way fail at once. */
  cut(): void {
    this.close();
    for (const socket of this.open) socket.destroy(new Error('the client is not needed any more'));
  }
}
