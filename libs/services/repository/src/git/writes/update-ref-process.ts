import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';
import type { ObjectId } from '../refs/object-id.js';
import { call, COMMANDS } from '../process/commands.js';
import { AnswerLimit } from '../process/answer-limit.js';
import { gitErrorOf, spawnGit, type GitProcess } from '../process/spawn.js';

/** Requested move of a ref. */
export interface RefMove {
  readonly ref: RefName;
  /** Expected present id; null: the ref must not exist. */
  readonly from: ObjectId | null;
  /** New id; null: the ref is deleted. */
  readonly to: ObjectId | null;
}

interface Step {
  readonly reply: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Longest silence of git in a transaction. Of a hundred thousand refs, each is a file that is locked, written and renamed. */
const SILENCE_MS = 5 * 60_000;

/** One long-lived `git update-ref --stdin`. git exits after a refused transaction. */
export class UpdateRefProcess {
  readonly #git: GitProcess;
  readonly #idle: NodeJS.Timeout;
  readonly #limit: AnswerLimit;
  readonly exited: Promise<void>;
  #steps: Step[] = [];
  #output = '';
  #ended = false;

  constructor(repository: RepositoryPath, idleMs: number, silenceMs = SILENCE_MS) {
    this.#git = spawnGit(
      call(COMMANDS.updateRefStdin, { repository, flags: { '--no-deref': true, '--stdin': true, '-z': true } }),
    );
    this.#git.stdout.setEncoding('latin1').on('data', (text: string) => this.#take(text));
    this.#idle = setTimeout(() => this.#onIdle(), idleMs).unref();
    this.#limit = new AnswerLimit(silenceMs, () => this.#git.kill());
    this.exited = this.#watch();
  }

  get pid(): number | undefined {
    return this.#git.pid;
  }

  get open(): boolean {
    return !this.#ended;
  }

  /** Moves all refs or none. Rejects with GitError when git refuses, or is killed because it stands still; the process has then ended. Calls must not overlap. */
  async commit(moves: readonly RefMove[]): Promise<void> {
    this.#idle.refresh();
    const lines = moves.map(({ ref, from, to }) =>
      to === null
        ? `delete ${ref}\0${from ?? ''}\0`
        : from === null
          ? `create ${ref}\0${to}\0`
          : `update ${ref}\0${to}\0${from}\0`,
    );
    const done = ['start: ok', 'prepare: ok', 'commit: ok'].map((reply) => this.#expect(reply));
    this.#limit.asked();
    this.#git.stdin.write(`start\0${lines.join('')}prepare\0commit\0`);
    await Promise.all(done);
  }

  /** Lets it finish and end. */
  retire(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    this.#git.stdin.end();
  }

  #expect(reply: string): Promise<void> {
    return new Promise((resolve, reject) => this.#steps.push({ reply, resolve, reject }));
  }

  #take(text: string): void {
    const lines = (this.#output + text).split('\n');
    this.#output = lines.pop()!;
    for (const line of lines) {
      const step = this.#steps.shift();
      if (step?.reply === line) step.resolve();
      else step?.reject(new TypeError(`git update-ref answered ${JSON.stringify(line)}`));
    }
    if (this.#steps.length === 0) this.#limit.met();
    else this.#limit.heard();
  }

  #onIdle(): void {
    if (this.#steps.length > 0) this.#idle.refresh();
    else this.retire();
  }

  async #watch(): Promise<void> {
    let reason: unknown;
    try {
      reason = gitErrorOf(this.#git.call, await this.#git.exited);
    } catch (error) {
      reason = error;
    }
    this.#ended = true;
    clearTimeout(this.#idle);
    this.#limit.met();
    for (const step of this.#steps.splice(0)) step.reject(reason);
  }
}
