import type { PackAnswer } from './pack-answer.js';

/** Answers by their keys, up to a number of bytes. Those that were used least recently make room, unless they are being read. */
export class KeptAnswers {
  readonly #answers = new Map<string, PackAnswer>();
  #bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Bytes of all answers, and those that are reserved for answers which are being made. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns an answer, and notes its use. */
  use(key: string): PackAnswer | undefined {
    const found = this.#answers.get(key);
    if (found === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, found);
    return found;
  }

  /** Keeps an answer whose bytes are reserved; returns false when there is one with this key. */
  add(key: string, answer: PackAnswer): boolean {
    if (this.#answers.has(key)) return false;
    this.#answers.set(key, answer);
    return true;
  }

  /** Removes the answers that are no longer of use, except those with readers. */
  removeUnless(isOfUse: (answer: PackAnswer) => boolean): void {
    for (const [key, answer] of this.#answers) if (!answer.isRead && !isOfUse(answer)) this.remove(key);
  }

  /** Reserves bytes; false when too many answers are being read. */
  reserve(bytes: number): boolean {
    for (const [key, answer] of this.#answers) {
      if (this.#bytes + bytes <= this.maxBytes) break;
      if (!answer.isRead) this.remove(key);
    }
    if (this.#bytes + bytes > this.maxBytes) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Gives reserved bytes back. */
  free(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Removes an answer without readers, and its file. */
  remove(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.free(answer.bytes);
    void answer.discard();
  }
}
