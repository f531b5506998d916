import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { UnlessModified } from '@hearth/http';
import { segmentsOf } from '../commits/action.rules.js';
import type { CommitBase } from '../journal/commit-to-branch.js';
import { CreateCommit, type BatchCommit } from '../commits/create.js';
import { Git } from '../git/git.js';
import { parseTreePath } from '../git/refs/paths.js';
import { FileChanged, FileDeletionStale, FileUpdateStale } from '../refusals.js';

/** A change of one file, and the commit that makes it. */
export interface FileChange extends Omit<BatchCommit, 'actions' | 'check'> {
  readonly action: 'create' | 'update' | 'delete';
  readonly path: string;
  readonly content?: string;
  readonly encoding?: string;
  /** Undefined leaves it as it is. */
  readonly executable?: boolean;
  /** Last commit that touched the file, as far as the caller knows. */
  readonly lastCommitId?: string;
}

/** Creates, updates or deletes one file in a commit of its own. */
@Injectable()
export class ChangeFile {
  constructor(
    private readonly createCommit: CreateCommit,
    private readonly git: Git,
  ) {}

  /**
   * @param unlessModified is called with the date of the last commit that touched the file; for deletions
   * @throws FileUpdateStale, FileDeletionStale, PreconditionFailed, and the errors of {@link CreateCommit.execute}
   */
  async execute(
    access: ProjectAccess,
    principal: Principal,
    { action, path, content, encoding, executable, lastCommitId, ...commit }: FileChange,
    unlessModified?: UnlessModified,
  ): Promise<void> {
    const actions = [{ action, filePath: path, content, encoding, executable, lastCommitId }];
    const check = unlessModified && ((base: CommitBase) => this.requireUnmodified(base, path, unlessModified));
    try {
      await this.createCommit.execute(access, principal, { ...commit, actions, check });
    } catch (error) {
      if (!FileChanged.is(error)) throw error;
      throw action === 'delete' ? FileDeletionStale() : FileUpdateStale();
    }
  }

  private async requireUnmodified(
    { repository, parent }: CommitBase,
    path: string,
    unlessModified: UnlessModified,
  ): Promise<void> {
    const treePath = parseTreePath(segmentsOf(path).join('/'));
    const last = parent && treePath && (await this.git.history.newest(repository, parent.id, treePath));
    const commit = last && (await this.git.objects.commit(repository, last));
    if (commit) unlessModified(new Date(commit.committer.seconds * 1000));
  }
}
