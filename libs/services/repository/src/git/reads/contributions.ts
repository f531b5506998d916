import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { CommandQueue } from '../process/command-queue.js';
import { parseShortStat } from './diffs.js';

/** The commits of one author, by e-mail address. */
export interface Contribution {
  readonly email: string;
  /** As in the newest commit. */
  readonly name: string;
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
  /** Committer time of the newest commit, in seconds since 1970. */
  readonly newest: number;
}

/** Longest run: every commit is read with its diff, which takes minutes for a hundred thousand. */
const LONGEST_MS = 60 * 60_000;
const FORMAT = '--format=%x00%ae%x00%an%x00%ct';
const FIELDS = 3;

/**
 * Counts commits and lines by author. Counting reads every diff, so only one repository is counted at a time, outside the queue of other
 * commands.
 */
export class Contributions {
  readonly #queue = new CommandQueue(1);

  /** Returns the contributions of all commits reachable from `to` and not from `from`, without merges, by author. */
  async between(
    repository: RepositoryPath,
    from: ObjectId | null,
    to: ObjectId,
    signal?: AbortSignal,
  ): Promise<Contribution[]> {
    const authors = new Map<string, Contribution>();
    const fields = new FieldParser((email, name, rest) => add(authors, { email, name, rest }));
    await this.#queue.run(
      call(COMMANDS.log, {
        repository,
        flags: {
          ...{ '--format': FORMAT.slice('--format='.length), '--shortstat': true, '--find-renames': true },
          ...{ '--no-merges': true, '--no-ext-diff': true, '--no-color': true },
        },
        operands: [from === null ? to : `${from}..${to}`],
      }),
      { signal, timeoutMs: LONGEST_MS, sink: (chunk) => fields.push(chunk) },
    );
    fields.end();
    return [...authors.values()];
  }
}

/** Splits the output into the fields of one commit after another; each field follows a NUL. */
class FieldParser {
  #pending: Buffer = Buffer.alloc(0);
  #fields: string[] = [];
  #begun = false;

  constructor(private readonly take: (...fields: [string, string, string]) => void) {}

  push(chunk: Buffer): true {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    let offset = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, offset)) {
      this.#field(bytes.toString('utf8', offset, end));
      offset = end + 1;
    }
    this.#pending = bytes.subarray(offset);
    return true;
  }

  end(): void {
    this.#field(this.#pending.toString('utf8'));
  }

  /** The text before the first NUL is no field. */
  #field(text: string): void {
    if (this.#begun) this.#fields.push(text);
    this.#begun = true;
    if (this.#fields.length < FIELDS) return;
    this.take(...(this.#fields as [string, string, string]));
    this.#fields = [];
  }
}

/** @param rest the time, followed by the short statistics of the commit, if anything changed */
function add(authors: Map<string, Contribution>, { email, name, rest }: { email: string; name: string; rest: string }) {
  const [time, ...lines] = rest.split('\n').filter(Boolean);
  const { additions, deletions } = parseShortStat(lines[0] ?? '');
  const newest = Number(time);
  const before = authors.get(email) ?? { email, name, commits: 0, additions: 0, deletions: 0, newest };
  authors.set(email, {
    email,
    name: newest > before.newest ? name : before.name,
    commits: before.commits + 1,
    additions: before.additions + additions,
    deletions: before.deletions + deletions,
    newest: Math.max(newest, before.newest),
  });
}
