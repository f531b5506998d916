import { open, rm, type FileHandle } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import { Signal } from './signal.js';

/** Bytes up to which an answer is in memory only. */
export const SMALL_ANSWER = 64 * 1024;
/** Newest bytes that stay in memory, for readers who keep pace. */
const RECENT = 1024 * 1024;
/** Bytes that git may be ahead of the fastest reader. */
const AHEAD = 32 * 1024 * 1024;
const READ_AT_ONCE = 256 * 1024;
/** Milliseconds for which git goes on without a reader: clients leave when they have the last byte, a moment before git ends. */
const LINGER_MS = 1_000;

/** Output of a git that answers a request. */
export interface AnswerSource {
  readonly output: AsyncIterable<Buffer>;
  /** Resolves when git has ended, with whether it succeeded; rejects when there is no answer. */
  readonly ended: Promise<boolean>;
  /** Ends git. */
  stop(): void;
}

/** Place in which an answer is stored. */
export interface AnswerStorage {
  /** Milliseconds for which readers of an answer that cannot be stored wait for slower ones. */
  readonly patienceMs: number;
  readonly file: string;
  /** Reserves bytes on the disk; false when there is no room for them. */
  reserve(bytes: number): Promise<boolean>;
}

/** The reader is too slow for an answer that cannot be stored, and others wait. */
export class SlowReader extends Error {
  override readonly name = 'SlowReader';
}

interface Chunk {
  readonly from: number;
  readonly bytes: Buffer;
}

/**
 * Answer of git, made once and read by many at the same time, each at its own pace: bytes that have left memory are read from a file. git waits
 * when it is far ahead of the fastest reader, and is ended soon after the last one has left. An answer for which there is no room on the disk is passed
 * on from memory to those who read it already, at the pace of the slowest.
 */
export class PackAnswer {
  readonly #readers = new Set<AnswerReader>();
  readonly #changed = new Signal();
  #recent: Chunk[] = [];
  #made = 0;
  #stored = 0;
  #state: 'making' | 'ended' = 'making';
  #failure: unknown;
  #source: AnswerSource | null = null;
  #file: FileHandle | null = null;
  #opening: Promise<FileHandle> | null = null;
  #unstored = false;

  constructor(private readonly storage: AnswerStorage) {}

  /** Bytes made so far. */
  get bytes(): number {
    return this.#made;
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** Whether others may still read the answer from its beginning. */
  get isWhole(): boolean {
    return !this.#unstored && this.#failure === undefined;
  }

  /** Whether there was no room for the answer. */
  get isUnstored(): boolean {
    return this.#unstored;
  }

  get isSmall(): boolean {
    return this.#made <= SMALL_ANSWER;
  }

  /** Adds a reader, which must leave at the end. */
  read(): AnswerReader {
    const reader = new AnswerReader(this);
    this.#readers.add(reader);
    return reader;
  }

  /** Starts git and takes its output to the end; returns whether it succeeded. Never throws: the readers get the error. */
  async fill(start: () => AnswerSource): Promise<boolean> {
    try {
      this.#source = start();
      for await (const bytes of this.#source.output) await this.#take(bytes);
      return await this.#source.ended;
    } catch (error) {
      this.#source?.stop();
      this.#source?.ended.catch(() => undefined);
      this.#failure ??= error;
      return false;
    } finally {
      this.#state = 'ended';
      // It has the process, its pipes and the request of the first client.
      this.#source = null;
      this.#changed.fire();
      if (!this.isRead) this.#release();
    }
  }

  /** Resolves when the answer has no readers. */
  async unread(): Promise<void> {
    while (this.isRead) await this.#changed.wait();
  }

  /** Returns bytes from the offset on, as soon as there are some; null at the end. */
  async bytesFrom(offset: number, reader: AnswerReader): Promise<Buffer | null> {
    while (offset >= this.#made && this.#state === 'making' && !reader.hasLeft) await this.#changed.wait();
    if (reader.hasLeft) return null;
    if (offset < this.#made) return this.#inMemory(offset) ?? this.#fromFile(offset);
    if (this.#failure !== undefined) throw this.#failure;
    return null;
  }

  /** Called when a reader has taken bytes. */
  moved(): void {
    this.#changed.fire();
  }

  /** Called when a reader has ended. */
  leave(reader: AnswerReader): void {
    if (!this.#readers.delete(reader)) return;
    this.#changed.fire();
    if (this.#readers.size > 0) return;
    if (this.#state === 'ended') this.#release();
    else setTimeout(() => this.#abandon(), LINGER_MS).unref();
  }

  /** Removes the file. Present readers read on. */
  async discard(): Promise<void> {
    await rm(this.storage.file, { force: true }).catch(() => undefined);
  }

  async #take(bytes: Buffer): Promise<void> {
    this.#recent.push({ from: this.#made, bytes });
    this.#made += bytes.length;
    if (!this.#unstored && !this.isSmall) await this.#store();
    this.#changed.fire();
    await (this.#unstored ? this.#passOn() : this.#waitForFastest());
    this.#trim();
  }

  async #store(): Promise<void> {
    try {
      if (!(await this.storage.reserve(this.#made - this.#stored))) {
        this.#unstored = true;
        return;
      }
      this.#file ??= await open(this.storage.file, 'wx+', 0o600);
      for (const { from, bytes } of this.#recent) {
        if (from < this.#stored) continue;
        for (let done = 0; done < bytes.length;)
          done += (await this.#file.write(bytes, done, bytes.length - done, from + done)).bytesWritten;
        this.#stored = from + bytes.length;
      }
    } catch {
      // A disk that fails or is full costs the cache, not the fetch.
      this.#unstored = true;
    }
  }

  async #waitForFastest(): Promise<void> {
    while (this.isRead && this.#made - Math.max(...this.#offsets()) > AHEAD) await this.#changed.wait();
  }

  /** Waits until all readers have nearly all bytes. Those who keep others waiting for long are ended. */
  async #passOn(): Promise<void> {
    const isLate = ({ offset }: { offset: number }): boolean => this.#made - offset > RECENT;
    while ([...this.#readers].some(isLate)) {
      const timer = new AbortController();
      const tooLong = after(this.storage.patienceMs, true, { signal: timer.signal, ref: false }).catch(() => false);
      const changed = this.#untilNoneIsLate(isLate);
      const isTooLong = await Promise.race([tooLong, changed]);
      timer.abort();
      const late = [...this.#readers].filter(isLate);
      if (!isTooLong || late.length === this.#readers.size) continue;
      for (const reader of late) reader.end(new SlowReader('the client reads slower than others'));
    }
  }

  async #untilNoneIsLate(isLate: (reader: AnswerReader) => boolean): Promise<false> {
    while ([...this.#readers].some(isLate)) await this.#changed.wait();
    return false;
  }

  /** Forgets bytes that are in the file or that every reader has. */
  #trim(): void {
    const needed = this.#unstored ? Math.min(this.#made, ...this.#offsets()) : this.#stored;
    while (this.#recent.length > 0) {
      const { from, bytes } = this.#recent[0]!;
      const end = from + bytes.length;
      if ((end > needed && end > this.#stored) || this.#made - from <= RECENT) return;
      this.#recent.shift();
    }
  }

  #offsets(): number[] {
    return [...this.#readers].map(({ offset }) => offset);
  }

  #inMemory(offset: number): Buffer | null {
    const found = this.#recent.findLast(({ from }) => from <= offset);
    return found === undefined ? null : found.bytes.subarray(offset - found.from);
  }

  async #fromFile(offset: number): Promise<Buffer> {
    const file = this.#file ?? (await this.#reopened());
    const buffer = Buffer.allocUnsafe(Math.min(READ_AT_ONCE, this.#stored - offset));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    if (bytesRead === 0) throw new Error('a file of the pack cache is shorter than it was');
    return buffer.subarray(0, bytesRead);
  }

  /** Opens the file of an answer that had no reader for a while. */
  async #reopened(): Promise<FileHandle> {
    this.#opening ??= open(this.storage.file, 'r');
    try {
      const file = await this.#opening;
      this.#file = file;
      if (!this.isRead) this.#release();
      return file;
    } catch (error) {
      this.#failure = error;
      throw error;
    } finally {
      this.#opening = null;
    }
  }

  #abandon(): void {
    if (this.isRead || this.#state === 'ended') return;
    this.#failure = new Error('the last reader of the answer has left');
    this.#source?.stop();
  }

  /** Closes the file until the next reader. */
  #release(): void {
    if (this.#stored === this.#made) this.#recent = [];
    this.#file?.close().catch(() => undefined);
    this.#file = null;
  }
}

/** One client that reads an answer from its beginning. */
export class AnswerReader implements AsyncIterable<Buffer> {
  #offset = 0;
  #left = false;
  #reason: unknown;

  constructor(private readonly answer: PackAnswer) {}

  get offset(): number {
    return this.#offset;
  }

  get hasLeft(): boolean {
    return this.#left;
  }

  /** Ends the reading; safe to repeat. */
  readonly leave = (): void => {
    this.#left = true;
    this.answer.leave(this);
  };

  /** Ends the reading with an error. */
  end(reason: Error): void {
    this.#reason = reason;
    this.leave();
  }

  /** Fails with the error of git, and with the reason of {@link end}. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const bytes = await this.answer.bytesFrom(this.#offset, this);
        if (this.#reason !== undefined) throw this.#reason;
        if (bytes === null) return;
        yield bytes;
        this.#offset += bytes.length;
        this.answer.moved();
      }
    } finally {
      this.leave();
    }
  }
}
