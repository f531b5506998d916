import { Readable } from 'node:stream';
import pLimit, { type LimitFunction } from 'p-limit';
import { repositoryExists } from '../repositories/exists.js';
import type { GitCall } from './commands.js';
import { GitError, RepositoryMissing } from './errors.js';
import { runGit, type RunOptions, type RunResult } from './run.js';

/** git's message for a missing repository. */
const NOT_THERE = 'fatal: not a git repository';

/** Runs git commands, each in a new process. The number of concurrent ones is bounded; further ones wait in order. */
export class CommandQueue {
  readonly #limit: LimitFunction;

  constructor(concurrency: number) {
    this.#limit = pLimit(concurrency);
  }

  /** Like {@link runGit}; throws RepositoryMissing when there is no repository. */
  async run(call: GitCall, options: RunOptions = {}): Promise<RunResult> {
    const running = () => this.#limit(() => runGit(call, options));
    try {
      return await running();
    } catch (error) {
      if (!(error instanceof GitError) || call.repository === null) throw error;
      if (!(await repositoryExists(call.repository))) throw new RepositoryMissing(call.repository);
      if (!error.stderr.startsWith(NOT_THERE) || options.input instanceof Readable) throw error;
      // The repository was created after git had looked.
      return running();
    }
  }

  /** Like {@link run}, and returns `missing` for a repository that does not exist. */
  async runOr<Missing>(missing: Missing, call: GitCall, options: RunOptions = {}): Promise<RunResult | Missing> {
    try {
      return await this.run(call, options);
    } catch (error) {
      if (error instanceof RepositoryMissing) return missing;
      throw error;
    }
  }
}
