import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { newCommit } from '../git/writes/commit-text.js';
import type { CommitAction } from './action.rules.js';
import { ApplyActions } from './apply-actions.js';
import { authorOf, signatureNow } from './signatures.js';
import { ActionsMissing } from '../refusals.js';
import { CommitToBranch, type BranchCommit, type CommitBase } from '../journal/commit-to-branch.js';

/** Commit with changes to several files. */
export interface BatchCommit {
  readonly branch: string;
  readonly startBranch?: string;
  /** See {@link BranchCommit}. */
  readonly start?: BranchCommit['start'];
  readonly force?: boolean;
  readonly message: string;
  readonly authorName?: string;
  readonly authorEmail?: string;
  readonly actions: readonly CommitAction[];
  /** Whether a commit without actions is made. */
  readonly allowEmpty?: boolean;
  /** Additional check by the caller, before anything is written. */
  readonly check?: (base: CommitBase) => Promise<void>;
}

/** Creates a commit of changed files on a branch. */
@Injectable()
export class CreateCommit {
  constructor(
    private readonly commitToBranch: CommitToBranch,
    private readonly applyActions: ApplyActions,
    private readonly git: Git,
  ) {}

  /**
   * @returns the id of the new commit
   * @throws ActionsMissing, the errors of {@link CommitToBranch.execute}, of `start`, and {@link ApplyActions.execute}
   */
  async execute(access: ProjectAccess, principal: Principal, batch: BatchCommit): Promise<ObjectId> {
    const { branch, startBranch = '', start, force, actions } = batch;
    const bytes = actions.reduce((sum, { content = '' }) => sum + Buffer.byteLength(content), 0);
    const stored = new Set<ObjectId>();
    const make = (base: CommitBase) => this.make(base, principal, batch, stored);
    const from = { ...(startBranch !== '' && { startBranch }), start, force };
    return this.commitToBranch.execute({ access, principal, branch, ...from, bytes, make });
  }

  /** @param stored objects that an earlier attempt stored: contents do not depend on the tip */
  private async make(
    base: CommitBase,
    principal: Principal,
    batch: BatchCommit,
    stored: Set<ObjectId>,
  ): Promise<ObjectId> {
    if (batch.actions.length === 0 && !batch.allowEmpty) throw ActionsMissing();
    await batch.check?.(base);
    const { root, objects } = await this.applyActions.execute(base, batch.actions);
    const committer = signatureNow(principal);
    const commit = await newCommit({
      tree: root,
      parents: base.parent ? [base.parent.id] : [],
      author: { ...committer, ...authorOf(principal, batch) },
      committer,
      message: batch.message,
    });
    const missing = [...objects, commit].filter(({ id }) => !stored.has(id));
    await this.git.objectsWriter.write(base.repository, missing);
    for (const { id } of missing) stored.add(id);
    return commit.id;
  }
}
