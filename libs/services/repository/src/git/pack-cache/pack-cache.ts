import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { KeptAnswers } from './kept-answers.js';
import { PackAnswer, type AnswerReader, type AnswerSource } from './pack-answer.js';
import { packCacheMetrics } from './pack-cache-metrics.js';

/** Bytes of small answers, which are in memory. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** Milliseconds for which an answer is kept: objects that were pruned in the meantime are in it no longer. */
const KEEP_MS = 60 * 60_000;
const SWEEP_MS = 5 * 60_000;
const PATIENCE_MS = 10_000;
/** Part of the cache that one answer may take. */
const SHARE_OF_ONE = 1 / 2;

export interface PackCacheOptions {
  /** Folder that only this process uses. Its contents are removed. */
  readonly folder: string;
  /** Most bytes on the disk; 0 or absent: there is no cache. */
  readonly maxBytes?: number;
  /** Returns whether the disk has room for the cache. */
  readonly hasRoom?: () => Promise<boolean>;
  readonly now?: () => number;
  /** See {@link AnswerStorage}. */
  readonly patienceMs?: number;
}

/** Answer that a git has to make. */
export interface AnswerOrder {
  /** Stands for everything that decides the answer. */
  readonly key: string;
  readonly command: 'ls-refs' | 'fetch';
  start(): AnswerSource;
  /** Returns whether the key still stands for the same after git has ended. */
  isCurrent(): Promise<boolean>;
}

/**
 * Cache of git's answers to equal requests. While one is being made, others read what there is; then it is kept, the small ones in memory and the
 * others on the disk. Callers check rights before they ask.
 */
export class PackCache {
  readonly #making = new Map<string, PackAnswer>();
  readonly #small = new KeptAnswers(MEMORY_BYTES);
  readonly #large: KeptAnswers;
  readonly #madeAt = new WeakMap<PackAnswer, number>();
  readonly #tooLarge = new LRUCache<string, true>({ max: 10_000 });
  readonly #sweeper: NodeJS.Timeout;

  private constructor(private readonly options: Required<PackCacheOptions>) {
    this.#large = new KeptAnswers(options.maxBytes);
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /** Removes the files of an earlier process. Returns null where there is no cache. */
  static async open({ folder, maxBytes = 0, ...options }: PackCacheOptions): Promise<PackCache | null> {
    await rm(folder, { recursive: true, force: true });
    if (maxBytes === 0) return null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const defaults = { hasRoom: () => Promise.resolve(true), now: () => performance.now() };
    return new PackCache({ folder, maxBytes, patienceMs: PATIENCE_MS, ...defaults, ...options });
  }

  /** Bytes on the disk. */
  get bytes(): number {
    return this.#large.bytes;
  }

  /**
   * Returns a reader of the answer, which must leave at the end, and whether it costs no git of its own. Returns null for an answer of which is
   * known that it is too large for the cache.
   */
  read(order: AnswerOrder): { reader: AnswerReader; isHit: boolean } | null {
    const found = this.#made(order.key);
    if (found === undefined && this.#tooLarge.has(order.key)) return null;
    packCacheMetrics.requests.inc({ command: order.command, result: found === undefined ? 'miss' : 'hit' });
    if (found !== undefined) return { reader: found.read(), isHit: true };
    return { reader: this.#make(order), isHit: false };
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await rm(this.options.folder, { recursive: true, force: true });
  }

  /** Returns the answer if others may read it from its beginning. */
  #made(key: string): PackAnswer | undefined {
    const making = this.#making.get(key);
    if (making?.isWhole) return making;
    const kept = this.#small.use(key) ?? this.#large.use(key);
    return kept !== undefined && this.#isOfUse(kept) ? kept : undefined;
  }

  #isOfUse(answer: PackAnswer): boolean {
    return answer.isWhole && this.options.now() - this.#madeAt.get(answer)! < KEEP_MS;
  }

  #make(order: AnswerOrder): AnswerReader {
    const room = new Room(this.options, this.#large);
    const file = path.join(this.options.folder, randomBytes(12).toString('hex'));
    const { patienceMs } = this.options;
    const answer = new PackAnswer({ file, patienceMs, reserve: (bytes) => room.reserve(bytes) });
    const reader = answer.read();
    this.#making.set(order.key, answer);
    this.#sweep();
    void this.#fill(answer, order, room);
    return reader;
  }

  async #fill(answer: PackAnswer, order: AnswerOrder, room: Room): Promise<void> {
    const { key } = order;
    const succeeded = await answer.fill(() => order.start());
    if (answer.isUnstored) this.#tooLarge.set(key, true);
    const keeps = succeeded && answer.isWhole && (await order.isCurrent().catch(() => false));
    if (this.#making.get(key) === answer) this.#making.delete(key);
    if (keeps && this.#keep(key, answer)) return;
    await answer.unread();
    await answer.discard();
    room.free();
  }

  #keep(key: string, answer: PackAnswer): boolean {
    this.#madeAt.set(answer, this.options.now());
    if (!answer.isSmall) return this.#large.add(key, answer);
    if (!this.#small.reserve(answer.bytes)) return false;
    if (this.#small.add(key, answer)) return true;
    this.#small.free(answer.bytes);
    return false;
  }

  #sweep(): void {
    for (const kept of [this.#small, this.#large]) kept.removeUnless((answer) => this.#isOfUse(answer));
    packCacheMetrics.bytes.set(this.bytes);
  }
}

/** Bytes on the disk that are reserved for one answer. */
class Room {
  #reserved = 0;

  constructor(
    private readonly options: Required<PackCacheOptions>,
    private readonly large: KeptAnswers,
  ) {}

  async reserve(bytes: number): Promise<boolean> {
    const { maxBytes, hasRoom } = this.options;
    if (this.#reserved === 0 && !(await hasRoom())) return false;
    if (this.#reserved + bytes > maxBytes * SHARE_OF_ONE || !this.large.reserve(bytes)) return false;
    this.#reserved += bytes;
    packCacheMetrics.bytes.set(this.large.bytes);
    return true;
  }

  free(): void {
    this.large.free(this.#reserved);
    packCacheMetrics.bytes.set(this.large.bytes);
  }
}
