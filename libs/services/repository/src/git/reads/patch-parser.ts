/** Change of a file between two trees, as git reports it. */
export interface FileDiff {
  /** Both are the same path, except for a renamed file. */
  readonly oldPath: string;
  readonly newPath: string;
  /** Six digits; null for the missing side of an added or deleted file. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly renamed: boolean;
  /** Id of its content after; zeros for a deleted file. */
  readonly blob: string;
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
/** Files that are looked through for the one of a text. */
const MOST_WITHOUT_TEXT = 2_000;
const NEXT_FILE = Buffer.from('diff --git ');
const TEXT_BEGINS = ['--- ', 'Binary files '].map((word) => Buffer.from(word));

/**
 * Parses the output of `git diff-tree --patch-with-raw -z` as it arrives: first all changed files, then their texts in the same order. Keeps
 * texts up to the limits and skips the rest. With `--ignore-all-space`, files that differ in whitespace only have no text.
 */
export class PatchParser {
  readonly #files: FileChange[] = [];
  readonly #patches = new Map<number, string>();
  /** Index of the file whose text is read. */
  #file = -1;
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
    return { files: this.#files.map((file, index) => ({ ...file, patch: this.#patches.get(index) ?? '' })), overflow };
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
      const [oldMode, newMode, , blob, status] = head?.toString('latin1').slice(1).split(' ') ?? [];
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
        const deleted = { ...paths, ...modes, newMode: null, renamed, blob: '0'.repeat(40) };
        this.#files.push(deleted, { ...paths, ...modes, oldMode: null, renamed, blob: blob! });
      } else this.#files.push({ ...paths, ...modes, renamed, blob: blob! });
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
      this.#file = this.#fileOf(line);
      // All files within the limit have their texts.
      if (this.#file >= this.limits.files) this.#overflow = true;
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
    if (this.#text !== null) this.#patches.set(this.#file, Buffer.concat(this.#text).toString('utf8'));
    this.#text = null;
  }

  /** Returns the index of the file of `diff --git a/x b/y`: the next one, unless a later one has these paths. */
  #fileOf(line: Buffer): number {
    const next = this.#file + 1;
    const paths = unquoted(line.subarray(NEXT_FILE.length).toString('latin1').trimEnd());
    const last = Math.min(this.#files.length, next + MOST_WITHOUT_TEXT);
    for (let index = next; index < last; index += 1) {
      const { oldPath, newPath } = this.#files[index]!;
      if (Buffer.from(`a/${oldPath} b/${newPath}`).toString('latin1') === paths) return index;
    }
    return next;
  }
}

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' },
};

/** Removes git's quotes around unusual paths. Each character is a byte; a path without quotes has no backslash. */
function unquoted(paths: string): string {
  if (!paths.includes('"')) return paths;
  return paths.replace(/\\([0-7]{3}|.)|"/g, (_, escape: string | undefined) => {
    if (escape === undefined) return '';
    return escape.length === 3 ? String.fromCharCode(parseInt(escape, 8)) : (ESCAPED[escape] ?? escape);
  });
}
