/** Change of a file between two trees, as git reports it. */
export interface FileDiff {
  /** Both are the same path, except for a renamed file. */
  readonly oldPath: string;
  readonly newPath: string;
  /** Six digits; null for the missing side of an added or deleted file. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly renamed: boolean;
  /** git's text from `--- a/x` on; empty when only the name or mode changed, and beyond the limits. */
  readonly patch: string;
}

export interface DiffLimits {
  /** Most files with a text. */
  readonly files: number;
  /** Most lines of all texts together. */
  readonly lines: number;
  /** Most bytes of all texts together, because lines may have any length. */
  readonly bytes: number;
}

/** A row of git's raw output. */
type FileChange = Omit<FileDiff, 'patch'>;

const LINE_FEED = 0x0a;
const NO_FILE = '000000';
const FILE_TYPE_CHANGED = 'T';
const NEXT_FILE = Buffer.from('diff --git ');
const TEXT_BEGINS = ['--- ', 'Binary files '].map((word) => Buffer.from(word));

/**
 * Parses the output of `git diff-tree --patch-with-raw -z` as it arrives: first all changed files, then their texts in the same order. Keeps
 * texts up to the limits and skips the rest.
 */
export class PatchParser {
  readonly #files: FileChange[] = [];
  readonly #patches: string[] = [];
  #pending: Buffer = Buffer.alloc(0);
  #namesComplete = false;
  /** Lines of the current file's text; null before the text. */
  #text: Buffer[] | null = null;
  #lines = 0;
  #bytes = 0;
  #overflow = false;

  constructor(private readonly limits: DiffLimits) {}

  /** @returns false when the rest of the output adds nothing */
  push(chunk: Buffer): boolean {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    if (!this.#namesComplete) this.#readNames();
    if (this.#namesComplete) this.#readLines();
    return !this.#overflow;
  }

  /** Returns all files with their texts after the last output; `overflow` is true when texts are missing. */
  end(): { files: FileDiff[]; overflow: boolean } {
    if (!this.#overflow) this.#endText();
    const overflow = this.#overflow || this.#files.length > this.limits.files;
    return { files: this.#files.map((file, index) => ({ ...file, patch: this.#patches[index] ?? '' })), overflow };
  }

  /** `:<mode> <mode> <id> <id> <letter>`, the path and, after a rename, the new path, each terminated by NUL. An empty row ends the list. */
  #readNames(): void {
    const fields = this.#pending;
    let offset = 0;
    const next = (): Buffer | null => {
      const end = fields.indexOf(0, offset);
      if (end === -1) return null;
      const field = fields.subarray(offset, end);
      offset = end + 1;
      return field;
    };
    for (let row = 0; ; row = offset) {
      const head = next();
      if (head?.length === 0) {
        this.#namesComplete = true;
        this.#pending = fields.subarray(offset);
        return;
      }
      const [oldMode, newMode, , , status] = head?.toString('latin1').slice(1).split(' ') ?? [];
      const renamed = status?.startsWith('R') ?? false;
      const oldPath = head && next();
      const newPath = renamed ? oldPath && next() : oldPath;
      if (!oldPath || !newPath) {
        this.#pending = fields.subarray(row);
        return;
      }
      const paths = { oldPath: oldPath.toString('utf8'), newPath: newPath.toString('utf8') };
      const modes = { oldMode: oldMode === NO_FILE ? null : oldMode!, newMode: newMode === NO_FILE ? null : newMode! };
      if (status === FILE_TYPE_CHANGED) {
        // git prints two texts for a file that becomes a symlink: a deletion and a creation.
        this.#files.push(
          { ...paths, ...modes, newMode: null, renamed },
          { ...paths, ...modes, oldMode: null, renamed },
        );
      } else this.#files.push({ ...paths, ...modes, renamed });
    }
  }

  #readLines(): void {
    let offset = 0;
    while (!this.#overflow) {
      const end = this.#pending.indexOf(LINE_FEED, offset);
      if (end === -1) break;
      this.#readLine(this.#pending.subarray(offset, end + 1));
      offset = end + 1;
    }
    this.#pending = this.#pending.subarray(offset);
    if (this.#pending.length > this.limits.bytes) this.#overflow = true;
  }

  #readLine(line: Buffer): void {
    if (line.subarray(0, NEXT_FILE.length).equals(NEXT_FILE)) {
      this.#endText();
      this.#patches.push('');
      // All files within the limit have their texts.
      if (this.#patches.length > this.limits.files) this.#overflow = true;
      return;
    }
    if (this.#text === null && !TEXT_BEGINS.some((word) => line.subarray(0, word.length).equals(word))) return;
    this.#text ??= [];
    this.#text.push(line);
    this.#lines += 1;
    this.#bytes += line.length;
    if (this.#lines > this.limits.lines || this.#bytes > this.limits.bytes) this.#overflow = true;
  }

  #endText(): void {
    if (this.#text !== null) this.#patches[this.#patches.length - 1] = Buffer.concat(this.#text).toString('utf8');
    this.#text = null;
  }
}
