import type { Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ServerChannel } from 'ssh2';
import { drainedOrClosed } from './streams.js';

/** The streams of a command, for as long as it runs. */
export interface ChannelStreams {
  readonly input: PassThrough;
  readonly output: Writable;
  readonly errors: Writable;
  /** Aborted when the channel is closed before its command has ended. */
  readonly signal: AbortSignal;
  /** Sends what is left and the exit status, and closes the channel. */
  finish(status: number): Promise<void>;
}

/**
 * Connects a command with a channel. The library buffers two mebibytes in each direction and does not wait for the connection to drain, so
 * that these streams pass one chunk on at a time.
 */
export function streamsOf(channel: ServerChannel, socket: Socket): ChannelStreams {
  const input = new PassThrough();
  channel.pipe(input);
  const [output, errors] = [paced(channel, socket), paced(channel.stderr, socket)];
  const gone = new AbortController();
  const onClose = (): void => {
    socket.off('close', onClose);
    gone.abort();
    input.destroy();
    for (const end of [output, errors]) if (!end.writableFinished) end.destroy();
  };
  channel.once('close', onClose);
  channel.on('error', () => undefined);
  socket.once('close', onClose);
  return {
    ...{ input, output, errors, signal: gone.signal },
    async finish(status) {
      await Promise.allSettled([output, errors].map((end) => finished(end.end())));
      socket.off('close', onClose);
      channel.unpipe(input);
      input.destroy();
      channel.resume();
      if (gone.signal.aborted) return;
      channel.exit(status);
      channel.end();
    },
  };
}

function paced(sink: Writable, socket: Socket): Writable {
  const end = new Writable({
    write(chunk: Buffer, _encoding, done) {
      sink.write(chunk, () => {
        if (!socket.writableNeedDrain) done();
        else void drainedOrClosed(socket).then(() => done());
      });
    },
  });
  // A client that has gone shows by the signal.
  return end.on('error', () => undefined);
}
