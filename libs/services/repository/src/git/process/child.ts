import type { Duplex, Readable, Writable } from 'node:stream';

/** A process with its streams, whoever has started it. */
export interface Child {
  /** Undefined until it runs. */
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly extraPipes: readonly Duplex[];
  /** How it ended, once all of its output was read; rejects with GitUnavailable when that cannot be told. */
  readonly exited: Promise<Exit>;
  /** Reaches the process and all that it has started; nobody, once it has ended. */
  signal(name: NodeJS.Signals): void;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signalName: NodeJS.Signals | null;
  /** Its last words, bounded. */
  readonly stderr: string;
}

const STDERR_LIMIT = 16 * 1024;

/** What a process prints on standard error; of much, the end. */
export class StderrTail {
  #text = '';

  constructor(stream: NodeJS.ReadableStream) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.#text = (this.#text + text).slice(-STDERR_LIMIT);
    });
  }

  get text(): string {
    return this.#text;
  }
}
