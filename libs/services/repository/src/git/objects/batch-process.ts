import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { AnswerLimit } from '../process/answer-limit.js';
import { GitTimeout } from '../process/errors.js';
import { gitErrorOf, spawnGit, type GitProcess } from '../process/spawn.js';
import { BatchReplies, type BatchReply, type BatchRequest } from './batch-replies.js';

export interface BatchTimes {
  /** Milliseconds after which an unused process ends. */
  readonly idleMs: number;
  /** Milliseconds without a byte after which a process that owes an answer is ended. A large object takes seconds until its first byte. */
  readonly silenceMs: number;
}

/** One long-lived `git cat-file --batch-command`. Requests are pipelined; a separate request costs some 50 µs. */
export class BatchProcess {
  readonly #git: GitProcess;
  readonly #replies = new BatchReplies();
  readonly #idle: NodeJS.Timeout;
  readonly #limit: AnswerLimit;
  readonly exited: Promise<void>;
  #unsent: string[] = [];
  #ended = false;

  constructor(repository: RepositoryPath, { idleMs, silenceMs }: BatchTimes) {
    this.#git = spawnGit(call(COMMANDS.catFileBatch, { repository, flags: { '--batch-command': true } }));
    this.#git.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#idle = setTimeout(() => this.#onIdle(), idleMs).unref();
    this.#limit = new AnswerLimit(silenceMs, () => {
      this.#replies.fail(new GitTimeout(`git cat-file was silent for ${silenceMs} ms`));
      this.kill();
    });
    this.exited = this.#watch();
  }

  /** False after it was retired or has died. Then it accepts no requests. */
  get open(): boolean {
    return !this.#ended;
  }

  get pid(): number | undefined {
    return this.#git.pid;
  }

  /**
   * Asks for a name that holds no line break. Resolves with null when git knows no such object. Rejects with GitError when the process dies
   * first, and with GitTimeout when it stands still.
   */
  ask(command: BatchRequest['command'], name: string, maxBytes: number): Promise<BatchReply | null> {
    if (/[\n\0]/.test(name)) return Promise.reject(new TypeError('a name for cat-file holds a line break'));
    return new Promise((resolve, reject) => {
      this.#replies.expect({ command, maxBytes, resolve, reject });
      if (this.#unsent.length === 0) queueMicrotask(() => this.#send());
      this.#unsent.push(`${command} ${name}\n`);
      this.#idle.refresh();
      this.#limit.asked();
    });
  }

  /** Accepts no more requests, answers the waiting ones, then ends. */
  retire(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    this.#send();
    this.#git.stdin.end();
  }

  /** Ends at once; waiting requests are rejected. */
  kill(): void {
    this.retire();
    this.#git.kill();
  }

  #send(): void {
    if (this.#unsent.length === 0) return;
    const lines = this.#unsent.join('');
    this.#unsent = [];
    if (this.#git.stdin.writable) this.#git.stdin.write(lines);
  }

  #take(chunk: Buffer): void {
    try {
      this.#replies.push(chunk);
      if (this.#replies.pending === 0) this.#limit.met();
      else this.#limit.heard();
    } catch (error) {
      this.#replies.fail(error);
      this.kill();
    }
  }

  #onIdle(): void {
    if (this.#replies.pending > 0) this.#idle.refresh();
    else this.retire();
  }

  async #watch(): Promise<void> {
    try {
      const exit = await this.#git.exited;
      this.#replies.fail(gitErrorOf(this.#git.call, exit));
    } catch (error) {
      this.#replies.fail(error);
    } finally {
      this.#ended = true;
      clearTimeout(this.#idle);
      this.#limit.met();
    }
  }
}
