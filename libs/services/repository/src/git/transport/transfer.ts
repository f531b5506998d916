import type { Readable, Writable } from 'node:stream';
import { GitTimeout } from '../process/errors.js';

/** The client closed the connection before the answer was complete. */
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

/** How long transfers may take, in milliseconds. */
export interface TransferTimes {
  /** Until a fetch is asked for and its answer begins, or the command list of a push is complete. */
  readonly requestMs: number;
  /** Without a byte in either direction, from then on. */
  readonly idleMs: number;
}

/**
 * Watches over one transfer between a client and git: ends both when the client goes away, when nothing moves for too
 * long, or when the signal says so.
 */
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
    // The streams outlive the transfer: what goes wrong with them later concerns nobody.
    options.body?.on('error', () => undefined);
    options.response.on('error', () => undefined);
    options.response.once('close', this.#onClosed);
    options.body?.once('error', this.#onBroken);
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#onAbort();
  }

  /** Why the transfer was ended; undefined while all is well. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Says that bytes have moved. */
  readonly touch = (): void => {
    this.#timer.refresh();
  };

  /** Says that bytes of the answer have moved. */
  readonly answering = (): void => {
    this.#answered = true;
    this.touch();
    if (this.#asked) this.met();
  };

  /** Says that the request is complete; with the answer begun, the deadline is met. */
  readonly asked = (): void => {
    this.#asked = true;
    if (this.#answered) this.met();
  };

  /** Whether the answer has begun. */
  get answered(): boolean {
    return this.#answered;
  }

  /** Ends the transfer after `ms` milliseconds, whatever moves, unless it is met before. */
  limit(ms: number): void {
    this.met();
    // A git that was started for a push that was then refused may outlive it.
    if (this.#ended) return;
    this.#deadline = setTimeout(() => this.#stop(new GitTimeout(`the request took longer than ${ms} ms`)), ms).unref();
  }

  /** Lifts the deadline of {@link limit}. */
  met(): void {
    clearTimeout(this.#deadline);
  }

  /** Takes what ends git when the transfer is ended. */
  attach(stopGit: () => void): void {
    this.#stopGit = stopGit;
    if (this.#failure !== undefined) stopGit();
  }

  /** From now on git finishes even if the client is gone: it may be moving refs. */
  shelter(): void {
    this.#sheltered = true;
  }

  /** Does something of our own, during which nobody is expected to send bytes. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.touch();
    }
  }

  /** Lets go of the streams. */
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
    if (this.#holds > 0) this.#timer.refresh();
    else this.#stop(new GitTimeout(`nothing moved for ${this.options.idleMs} ms`));
  }

  #stop(reason: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    if (!this.#sheltered) this.#stopGit();
    this.options.body?.destroy();
    // A client that has sent its request and got no byte yet can still be answered.
    if (this.#answered || !(reason instanceof GitTimeout)) this.options.response.destroy();
  }
}

/**
 * Copies with back-pressure until the source ends. When the sink closes early the rest of the source is read and thrown
 * away, so that whoever writes it can come to its end. The sink is left open.
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
