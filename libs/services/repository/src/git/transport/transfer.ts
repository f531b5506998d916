import type { Readable, Writable } from 'node:stream';
import { GitTimeout } from '../process/errors.js';

/** The client closed the connection before the response was complete. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface TransferOptions {
  /** Absent for a request without one. */
  readonly body?: Readable;
  readonly response: Writable;
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte in either direction after which the transfer is ended. */
  readonly idleMs: number;
}

/** Timeouts of transfers, in milliseconds. */
export interface TransferTimes {
  /** Until a fetch has sent its request and its response begins, or the command list of a push is complete. */
  readonly requestMs: number;
  /** After that: time without a byte in either direction. */
  readonly idleMs: number;
}

/** Watches one transfer between a client and git. It ends both when the client disconnects, when no bytes move for too long, or on the signal. */
export class Transfer {
  readonly #timer: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;
  #asked: boolean;
  #answered = false;
  #stopGit: () => void = () => undefined;
  #failure: unknown;
  #holds = 0;
  #sheltered = false;
  #ended = false;

  constructor(private readonly options: TransferOptions) {
    this.#asked = options.body === undefined;
    this.#timer = setTimeout(() => this.#onIdle(), options.idleMs).unref();
    // The streams outlive the transfer; their later errors are ignored.
    options.body?.on('error', () => undefined);
    options.response.on('error', () => undefined);
    options.response.once('close', this.#onClosed);
    options.body?.once('error', this.#onBroken);
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#onAbort();
  }

  /** Reason for which the transfer was ended; undefined otherwise. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Records that bytes have moved. */
  readonly touch = (): void => {
    this.#timer.refresh();
  };

  /** Records that bytes of the response have moved. */
  readonly answering = (): void => {
    this.#answered = true;
    this.touch();
    if (this.#asked) this.met();
  };

  /** Records that the request is complete. If the response has begun, the deadline is met. */
  readonly asked = (): void => {
    this.#asked = true;
    if (this.#answered) this.met();
  };

  /** Whether the response has begun. */
  get answered(): boolean {
    return this.#answered;
  }

  /** Ends the transfer after `ms` milliseconds, even if bytes move, unless {@link met} is called before. */
  limit(ms: number): void {
    this.met();
    // A git that was started for a push that was then refused may outlive the transfer.
    if (this.#ended) return;
    this.#deadline = setTimeout(() => this.#stop(new GitTimeout(`the request took longer than ${ms} ms`)), ms).unref();
  }

  /** Cancels the deadline of {@link limit}. */
  met(): void {
    clearTimeout(this.#deadline);
  }

  /** Sets the function that ends git when the transfer is ended. */
  attach(stopGit: () => void): void {
    this.#stopGit = stopGit;
    if (this.#failure !== undefined) stopGit();
  }

  /** From now on git finishes even if the client disconnects: it may be moving refs. It is ended only when it stands still. */
  shelter(): void {
    this.#sheltered = true;
  }

  /** Runs work of the service itself. Neither side is expected to send bytes in the meantime. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.touch();
    }
  }

  /** Removes the listeners from the streams. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.met();
    this.options.response.removeListener('close', this.#onClosed);
    this.options.body?.removeListener('error', this.#onBroken);
    this.options.signal?.removeEventListener('abort', this.#onAbort);
  }

  readonly #onClosed = (): void => {
    if (!this.options.response.writableFinished) this.#stop(new ClientGone('the client closed the connection'));
  };

  readonly #onBroken = (error: Error): void => {
    this.#stop(new ClientGone(`the request broke off: ${error.message}`, { cause: error }));
  };

  readonly #onAbort = (): void => this.#stop(this.options.signal?.reason);

  #onIdle(): void {
    if (this.#holds > 0) return void this.#timer.refresh();
    this.#stop(new GitTimeout(`nothing moved for ${this.options.idleMs} ms`));
    if (this.#sheltered) this.#stopGit();
  }

  #stop(reason: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    if (!this.#sheltered) this.#stopGit();
    this.options.body?.destroy();
    // A client that has sent its request and received no byte yet can still get a response.
    if (this.#answered || !(reason instanceof GitTimeout)) this.options.response.destroy();
  }
}

/**
 * Copies with back-pressure until the source ends. When the sink closes early, the rest of the source is read and discarded, so that its writer
 * can finish. The sink is left open.
 */
export async function copyStream(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  sink: Writable,
  touch: () => void,
): Promise<void> {
  for await (const chunk of source) {
    touch();
    if (isOpen(sink) && !sink.write(chunk)) await drained(sink);
  }
}

function isOpen(sink: Writable): boolean {
  return !sink.destroyed && !sink.writableEnded && sink.errored === null;
}

function drained(sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) sink.removeListener(event, done);
      resolve();
    };
    for (const event of events) sink.on(event, done);
    if (!isOpen(sink)) done();
  });
}
