import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { OutputOf } from '@hearth/contract-kit';
import { CommitMissing, NewCommitsQuery } from '@hearth/repository-contracts';
import { Job } from '@hearth/jobs';
import { closingReferencesIn, referencesIn } from '@hearth/notes';
import { ReadPushedCommitsJob, type PushedCommits } from '../jobs.js';
import { isOfMergeRequest } from './cross-reference.rules.js';
import { FollowReferences } from './follow.js';

/** Closes the issues that commits pushed to the default branch name with a closing verb, and notes the references of all commits. */
@Injectable()
export class ReadPushedCommits {
  constructor(
    private readonly calls: Calls,
    private readonly followReferences: FollowReferences,
    private readonly ownAddress: OwnAddress,
  ) {}

  /** Idempotent: each commit closes an issue, and is noted in it, once. */
  @Job(ReadPushedCommitsJob)
  async execute({ projectId, userId, from, to, closes }: PushedCommits): Promise<void> {
    for (const { id, message } of await this.commits({ projectId, from, to })) {
      if (isOfMergeRequest(message)) continue;
      const references = {
        closing: closes ? closingReferencesIn(message, this.ownAddress.url) : [],
        mentioned: referencesIn(message, 'issue'),
        mergeRequests: referencesIn(message, 'mergeRequest'),
      };
      await this.followReferences.execute({ source: { kind: 'commit', projectId, name: id }, userId, ...references });
    }
  }

  /** Empty where the commits are gone already: the branch was rewritten, or the project deleted. */
  private async commits(
    range: Pick<PushedCommits, 'projectId' | 'from' | 'to'>,
  ): Promise<OutputOf<typeof NewCommitsQuery>['commits']> {
    try {
      return (await this.calls.query(NewCommitsQuery, range)).commits;
    } catch (error) {
      if (CommitMissing.is(error)) return [];
      throw error;
    }
  }
}
