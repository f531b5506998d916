import type { Writable } from 'node:stream';

/** Waits until a stream takes bytes again, or never will. */
export function drainedOrClosed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
    if (stream.destroyed || !stream.writableNeedDrain) done();
  });
}
