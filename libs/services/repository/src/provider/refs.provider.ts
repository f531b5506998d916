import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  ContainsManyQuery,
  FindCommitQuery,
  FindRefsQuery,
  KeepAroundCommand,
  ProtectedRefsQuery,
  RefProtectionQuery,
  SyncMergeRequestHeadCommand,
} from '@hearth/repository-contracts';
import { parseObjectId } from '../git/refs/object-id.js';
import { KeepAround } from '../refs/keep-around.js';
import { serviceReader } from '../repositories/reader.js';
import { RefsFacts } from '../refs/refs.facts.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import { SyncMergeRequestHead } from '../refs/sync-merge-request-head.js';

/** Answers what other services ask about the refs of a repository, and writes those that Hearth keeps for itself. */
@Controller()
export class RefsProvider {
  constructor(
    private readonly refsFacts: RefsFacts,
    private readonly commitsFacts: CommitsFacts,
    private readonly keepAroundCommand: KeepAround,
    private readonly syncMergeRequestHeadCommand: SyncMergeRequestHead,
  ) {}

  @Answers(ContainsManyQuery)
  async containsMany({
    projectId,
    commit,
    candidates,
  }: InputOf<typeof ContainsManyQuery>): Promise<OutputOf<typeof ContainsManyQuery>> {
    const [tip, ...ids] = [commit, ...candidates].map(parseObjectId);
    const present = ids.filter((id) => id !== null);
    return { contained: tip ? await this.refsFacts.containedIn(projectId, tip, present) : [] };
  }

  @Answers(FindCommitQuery)
  findCommit({
    projectId,
    revision,
    withBranch,
    rights,
  }: InputOf<typeof FindCommitQuery>): Promise<OutputOf<typeof FindCommitQuery>> {
    return this.commitsFacts.locate(serviceReader(projectId, rights), revision, withBranch);
  }

  @Answers(FindRefsQuery)
  async findRefs({
    projectId,
    branches,
    tags,
  }: InputOf<typeof FindRefsQuery>): Promise<OutputOf<typeof FindRefsQuery>> {
    return {
      branches: await this.refsFacts.branches(projectId, branches),
      tags: await this.refsFacts.tags(projectId, tags),
    };
  }

  @Answers(RefProtectionQuery)
  refProtection({
    projectId,
    branches,
    tags = [],
  }: InputOf<typeof RefProtectionQuery>): Promise<OutputOf<typeof RefProtectionQuery>> {
    return this.refsFacts.protection(projectId, { branches, tags });
  }

  @Answers(ProtectedRefsQuery)
  async protectedRefs({ refs }: InputOf<typeof ProtectedRefsQuery>): Promise<OutputOf<typeof ProtectedRefsQuery>> {
    return { protected: await this.refsFacts.protected(refs) };
  }

  @Answers(KeepAroundCommand)
  async keepAround({
    projectId,
    commits,
  }: InputOf<typeof KeepAroundCommand>): Promise<OutputOf<typeof KeepAroundCommand>> {
    const ids = commits.map(parseObjectId).filter((id) => id !== null);
    return { kept: await this.keepAroundCommand.execute(projectId, ids) };
  }

  @Answers(SyncMergeRequestHeadCommand)
  async syncMergeRequestHead(
    asked: InputOf<typeof SyncMergeRequestHeadCommand>,
  ): Promise<OutputOf<typeof SyncMergeRequestHeadCommand>> {
    return { head: await this.syncMergeRequestHeadCommand.execute(asked) };
  }
}
