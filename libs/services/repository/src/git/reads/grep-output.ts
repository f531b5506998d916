import type { ObjectId } from '../refs/object-id.js';

/** Adjacent lines of a file that `git grep` printed. */
export interface GrepMatch {
  readonly path: string;
  /** Number of the first line, from 1 on. */
  readonly startLine: number;
  /** Lines with their ends; bytes that are not UTF-8 are replaced. */
  readonly text: string;
}

interface OpenMatch {
  readonly path: string;
  readonly startLine: number;
  readonly lines: Buffer[];
  /** Number of the next line. */
  next: number;
  bytes: number;
}

type Part = 'path' | 'number' | 'line' | 'separator';

/** Byte at which a part of a record ends. */
const ENDS: Readonly<Record<Part, number>> = { path: 0, number: 0, line: 0x0a, separator: 0x0a };
const NEXT: Readonly<Record<Part, Part>> = { path: 'number', number: 'line', line: 'path', separator: 'path' };
const DASH = 0x2d;
/** Kept bytes of a part: of longer lines, the beginning. */
const MOST_PART = 4_096;
/** Kept bytes of the lines of a match. */
const MOST_MATCH = 16 * 1024;

/**
 * Parses the output of `git grep --null --line-number` for a commit: records of `<commit>:<path> NUL <number> NUL <line> LF`, with `--` between lines
 * that are not adjacent. Keeps a bounded part of long lines.
 */
export class GrepOutput {
  #part: Part = 'path';
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #isNew = true;
  #path = '';
  #number = 0;
  #open: OpenMatch | undefined;

  /**
   * @param commit searched commit, which precedes the paths
   * @param take receives each match, in order
   */
  constructor(
    private readonly commit: ObjectId,
    private readonly take: (match: GrepMatch) => void,
  ) {}

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      // A path follows the commit's id, so only a separator begins with a dash.
      if (this.#part === 'path' && this.#isNew && chunk[at] === DASH) this.#part = 'separator';
      const end = chunk.indexOf(ENDS[this.#part], at);
      this.#keep(chunk.subarray(at, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.#finishPart();
      at = end + 1;
    }
  }

  /** Takes the last match, which no other line follows. */
  end(): void {
    if (!this.#open) return;
    const { path, startLine, lines } = this.#open;
    this.#open = undefined;
    this.take({ path, startLine, text: Buffer.concat(lines).toString() });
  }

  #keep(bytes: Buffer): void {
    this.#isNew = false;
    const kept = bytes.subarray(0, MOST_PART - this.#keptBytes);
    this.#keptBytes += kept.length;
    // A copy: a part of a chunk would keep all of it in memory.
    if (kept.length > 0) this.#kept.push(Buffer.from(kept));
  }

  #finishPart(): void {
    const bytes = Buffer.concat(this.#kept);
    if (this.#part === 'path') this.#path = bytes.toString('utf8', this.commit.length + 1);
    else if (this.#part === 'number') this.#number = Number(bytes.toString('latin1'));
    else if (this.#part === 'line') this.#addLine(bytes);
    this.#part = NEXT[this.#part];
    this.#isNew = true;
    this.#kept = [];
    this.#keptBytes = 0;
  }

  #addLine(line: Buffer): void {
    if (this.#open?.path !== this.#path || this.#open.next !== this.#number) this.end();
    this.#open ??= { path: this.#path, startLine: this.#number, lines: [], next: this.#number, bytes: 0 };
    this.#open.next += 1;
    const kept = Buffer.concat([line, Buffer.from('\n')]).subarray(0, MOST_MATCH - this.#open.bytes);
    this.#open.bytes += kept.length;
    if (kept.length > 0) this.#open.lines.push(kept);
  }
}
