import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import type { FileSizes } from './file-sizes.js';
import { GrepOutput, type GrepMatch } from './grep-output.js';

/** Search of the text files of a commit. */
export interface GrepQuery {
  readonly commit: ObjectId;
  /** Line of text that is searched, without regard to upper and lower case of ASCII letters. */
  readonly text: string;
  /** Returns whether the matches of a file are wanted. */
  readonly accepts: (path: string) => boolean;
  /** Matches after which the search ends. */
  readonly most: number;
}

export interface GrepResult {
  /** By the bytes of their paths, then by line. */
  readonly matches: GrepMatch[];
  /** Whether there are no more matches. */
  readonly isComplete: boolean;
}

const CONTEXT_LINES = 2;
/** Output after which the search ends. */
const MOST_BYTES = 32 * 1024 * 1024;
/** git reads a file into memory as a whole. Larger ones are left out, */
const LARGE_BYTES = 10 * 1024 * 1024;
/** the largest of them if there are more. */
const MOST_LARGE = 250;
/** Files of a commit whose sizes are looked up. */
const MOST_FILES = 500_000;
/** git's status without a match. */
const NO_MATCH = 1;

/** Searches the contents of files. */
export class Grep {
  constructor(
    private readonly queue: CommandQueue,
    private readonly fileSizes: FileSizes,
  ) {}

  /**
   * Returns the matches with two lines before and after, in files that are text and have 10 MiB at most.
   * @throws GitTimeout, or the reason of the signal
   */
  async find(repository: RepositoryPath, query: GrepQuery, signal: AbortSignal): Promise<GrepResult> {
    const large = await this.#largeFiles(repository, query.commit, signal);
    const matches: GrepMatch[] = [];
    const output = new GrepOutput(query.commit, (match) => {
      if (query.accepts(match.path)) matches.push(match);
    });
    let left = MOST_BYTES;
    const sink = (chunk: Buffer): boolean => {
      output.push(chunk);
      left -= chunk.length;
      return left > 0 && matches.length < query.most;
    };
    const flags = {
      ...{ '-I': true, '--ignore-case': true, '--fixed-strings': true, '--context': CONTEXT_LINES },
      ...{ '--line-number': true, '--null': true, '--no-color': true, '--threads': 1, '-f-': true },
    };
    const paths = large.length > 0 ? { paths: ['.', ...large.map((path) => `:(exclude,literal)${path}`)] } : {};
    const grep = call(COMMANDS.grep, { repository, flags, operands: [query.commit], ...paths });
    const answers = [0, NO_MATCH];
    await this.queue.run(grep, { input: query.text, signal, sink, answers, pathPatterns: true });
    const isComplete = left > 0 && matches.length < query.most;
    if (isComplete) output.end();
    return { matches: matches.slice(0, query.most), isComplete };
  }

  /** Returns the paths of files that are too large to be read, the largest first. */
  async #largeFiles(repository: RepositoryPath, commit: ObjectId, signal: AbortSignal): Promise<string[]> {
    const large: { path: string; bytes: number }[] = [];
    await this.fileSizes.each(repository, commit, { most: MOST_FILES, signal }, (path, bytes) => {
      if (bytes > LARGE_BYTES) large.push({ path, bytes });
    });
    const bySize = large.toSorted((a, b) => b.bytes - a.bytes);
    return bySize.slice(0, MOST_LARGE).map(({ path }) => path);
  }
}
