import type { Readable } from 'node:stream';
import { parseObjectId, ZERO_ID, type ObjectId } from '../refs/object-id.js';
import { MalformedRequest, readPacket } from './pkt-line.js';

/** Ref update as the client requests it. The name is not checked yet. */
export interface PushCommand {
  readonly ref: string;
  readonly from: ObjectId | null;
  readonly to: ObjectId | null;
}

/** Part of a push before its pack. */
export interface PushHead {
  readonly commands: readonly PushCommand[];
  readonly capabilities: ReadonlySet<string>;
  readonly options: readonly string[];
}

export interface ReadPushHead extends PushHead {
  /** All bytes read so far: the head, and the beginning of the pack. */
  readonly chunks: readonly Buffer[];
}

/** Most refs in one push. A mirror of more is pushed in parts. */
export const MAX_COMMANDS = 50_000;

/** Most bytes of commands and options at the beginning of a push. */
export const MAX_HEAD_BYTES = 10 * 1024 * 1024;

/** The command list exceeds the limit for one push. */
export class TooManyCommands extends Error {
  override readonly name = 'TooManyCommands';

  constructor(
    /** The part that was read: enough to respond in the client's protocol. */
    readonly head: PushHead,
  ) {
    super(`A push may name at most ${MAX_COMMANDS} refs. Please push them in several parts.`);
  }
}

const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) /;

/** Collects the commands of a push while its bytes arrive. */
export class PushHeadParser {
  readonly #commands: PushCommand[] = [];
  readonly #options: string[] = [];
  #capabilities: ReadonlySet<string> = new Set();
  readonly #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of an incomplete packet. */
  #rest: Buffer = Buffer.alloc(0);
  #section: 'commands' | 'options' | 'done' = 'commands';

  /** Adds the next bytes; returns the head once it is complete, else null. Throws MalformedRequest or TooManyCommands. */
  push(chunk: Buffer): ReadPushHead | null {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#section !== 'done') {
      const read = readPacket(bytes, 0);
      if (read === null) break;
      bytes = bytes.subarray(read.next);
      this.#take(read.content);
    }
    this.#rest = bytes;
    if (this.#section === 'done') return this.#head();
    if (this.#size > MAX_HEAD_BYTES) throw new TooManyCommands(this.#head());
    return null;
  }

  #head(): ReadPushHead {
    return { commands: this.#commands, capabilities: this.#capabilities, options: this.#options, chunks: this.#chunks };
  }

  #take(content: Buffer | null): void {
    if (content === null) {
      const more = this.#section === 'commands' && this.#commands.length > 0 && this.#capabilities.has('push-options');
      this.#section = more ? 'options' : 'done';
    } else if (this.#section === 'options') {
      this.#options.push(textOf(content, 'a push option'));
    } else {
      this.#takeCommand(content);
    }
  }

  #takeCommand(content: Buffer): void {
    const nul = content.indexOf(0);
    if (nul !== -1)
      this.#capabilities = new Set(
        content
          .toString('utf8', nul + 1)
          .trim()
          .split(' '),
      );
    const line = textOf(nul === -1 ? content : content.subarray(0, nul), 'a ref name');
    if (/^shallow [0-9a-f]{40}$/.test(line)) return;
    const ids = COMMAND.exec(line);
    if (ids === null) throw new MalformedRequest('the push holds a line that is no command');
    if (this.#commands.length === MAX_COMMANDS) throw new TooManyCommands(this.#head());
    this.#commands.push({ from: idOf(ids[1]!), to: idOf(ids[2]!), ref: line.slice(ids[0].length) });
  }
}

/**
 * Reads the head of a push from a stream, and not much more than that. Returns null when the stream ends before the first byte. Throws
 * MalformedRequest, TooManyCommands, or the stream's error.
 */
export async function readPushHead(body: Readable): Promise<ReadPushHead | null> {
  const parser = new PushHeadParser();
  let any = false;
  for (;;) {
    const chunk = await nextChunk(body);
    if (chunk === null && !any) return null;
    if (chunk === null) throw new MalformedRequest('the push ends within its commands');
    any = true;
    const head = parser.push(chunk);
    if (head !== null) return head;
  }
}

/** Returns the next bytes of a paused stream; null at its end. */
async function nextChunk(body: Readable): Promise<Buffer | null> {
  for (;;) {
    if (body.errored) throw body.errored;
    const chunk = body.read() as Buffer | null;
    if (chunk !== null) return chunk;
    if (body.readableEnded) return null;
    if (body.destroyed) throw new MalformedRequest('the push was broken off');
    await readable(body);
  }
}

function readable(body: Readable): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) body.removeListener(event, done);
      resolve();
    };
    for (const event of events) body.on(event, done);
  });
}

function idOf(digits: string): ObjectId | null {
  return digits === ZERO_ID ? null : parseObjectId(digits);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(content: Buffer, what: string): string {
  const bytes = content.at(-1) === 0x0a ? content.subarray(0, -1) : content;
  try {
    return strict.decode(bytes);
  } catch (error) {
    throw new MalformedRequest(`${what} of the push is not UTF-8`, { cause: error });
  }
}
