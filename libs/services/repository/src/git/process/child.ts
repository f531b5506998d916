import type { Duplex, Readable, Writable } from 'node:stream';

/** A process with its streams, started by this process or by the launcher. */
export interface Child {
  /** Undefined until it runs. */
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly extraPipes: readonly Duplex[];
  /** Resolves with the exit after all output was read; rejects with GitUnavailable when the exit is unknown. */
  readonly exited: Promise<Exit>;
  /** Signals the process and its descendants; does nothing after it has ended. */
  signal(name: NodeJS.Signals): void;
}

/** Exit of a process. */
export interface Exit {
  readonly code: number | null;
  readonly signalName: NodeJS.Signals | null;
  /** The end of its standard error, bounded. */
  readonly stderr: string;
}

const STDERR_LIMIT = 16 * 1024;

/** Collects the end of a process's standard error. */
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
