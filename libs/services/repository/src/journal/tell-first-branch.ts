import { Injectable, Logger } from '@nestjs/common';
import { CallFailed, Calls } from '@hearth/calls';
import { NoteDefaultBranchCommand } from '@hearth/projects-contracts';
import { Git } from '../git/git.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';

const PATIENCE_MS = 2_000;

/**
 * Tells projects the default branch of a repository that a request of the API has given its first branches, so that the client's next request
 * finds it. The event of the change says the same, later: without an answer the request succeeds all the same.
 */
@Injectable()
export class TellFirstBranch {
  private readonly logger = new Logger(TellFirstBranch.name);

  constructor(
    private readonly calls: Calls,
    private readonly git: Git,
  ) {}

  /** @param sequence of the change that created the branches */
  async execute({ projectId, path }: RepositoryAt, sequence: number): Promise<void> {
    const defaultBranch = await this.git.branches.default(path);
    if (defaultBranch === null) return;
    const note = { projectId, sequence, defaultBranch };
    try {
      await this.calls.command(NoteDefaultBranchCommand, note, { timeoutMs: PATIENCE_MS });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      this.logger.warn(
        `projects hears of the default branch of project ${projectId} by the event only: ${error.message}`,
      );
    }
  }
}
