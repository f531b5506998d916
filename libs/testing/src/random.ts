/** Seeded pseudo-random numbers, the same on every machine. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193), 0x811c9dc5);
  }

  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }

  /** Returns one element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]!;
  }

  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }

  /** Returns bytes that do not compress. */
  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.next() & 0xff;
    return bytes;
  }

  /** mulberry32: small, fast, even enough for test data. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
