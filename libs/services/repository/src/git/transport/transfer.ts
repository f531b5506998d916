import type { Readable, Writable } from 'node:stream';
import { GitTimeout } from '../process/errors.js';

/** The client closed the connection before the answer was complete. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface TransferOptions {
  readonly body: Readable;
  readonly response: Writable;
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte in either direction after which the transfer is ended. */
  readonly idleMs: number;
}

/**
 * Watches over one transfer between a client and git: ends both when the client goes away, when nothing moves for too
 * long, or when the signal says so.
 */
export class Transfer {
  readonly #timer: NodeJS.Timeout;
  #stopGit: () => void = () => undefined;
  #failure: unknown;
  #holds = 0;
  #sheltered = false;

  constructor(private readonly options: TransferOptions) {
    this.#timer = setTimeout(() => this.#onIdle(), options.idleMs).unref();
    // The streams outlive the transfer: what goes wrong with them later concerns nobody.
    options.body.on('error', () => undefined);
    options.response.on('error', () => undefined);
    options.response.once('close', this.#onClosed);
    options.body.once('error', this.#onBroken);
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
    clearTimeout(this.#timer);
    this.options.response.removeListener('close', this.#onClosed);
    this.options.body.removeListener('error', this.#onBroken);
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
    this.options.body.destroy();
    this.options.response.destroy();
  }
}

/**
 * Copies with back-pressure until the source ends. When the sink closes early the rest of the source is read and thrown
 * away, so that whoever writes it can come to its end. The sink is left open.
 */
export async function pour(source: AsyncIterable<Buffer>, sink: Writable, touch: () => void): Promise<void> {
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
