import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal, type Principal } from '@hearth/contract-kit';
import { RebaseCommand } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { RecordVersion } from '../diffs/record-version.js';
import { VersionFacts } from '../diffs/version.facts.js';
import { RebaseMergeRequestJob } from '../jobs.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { rebaseError, type RebaseOutcome } from './rebase.rules.js';
import { RebasesStore, type RequestedRebase } from './rebases.store.js';

/** Rebases the source branch of a merge request whose rebase was requested. */
@Injectable()
export class CarryOutRebase {
  constructor(
    private readonly db: Database,
    private readonly rebasesStore: RebasesStore,
    private readonly versionFacts: VersionFacts,
    private readonly recordVersion: RecordVersion,
    private readonly peopleFacts: PeopleFacts,
    private readonly calls: Calls,
  ) {}

  /** May be repeated at any time: the new commits are the same as before. The rebase ends after its version is recorded. */
  @Job(RebaseMergeRequestJob)
  async execute({
    mergeRequestId: id,
    userId,
    tokenId,
    skipCi,
  }: JobDataOf<typeof RebaseMergeRequestJob>): Promise<void> {
    const requested = await this.rebasesStore.requested(this.db, id);
    if (!requested) return;
    const rebaser = await this.peopleFacts.principal(userId);
    const outcome = rebaser ? await this.rebase({ ...requested, skipCi }, rebaser, tokenId) : 'forbidden';
    if (outcome === 'rebased') await this.recordVersion.execute({ mergeRequestId: id, userId });
    await this.db.tx((tx) => this.rebasesStore.finish(tx, id, requested.requestedAt, rebaseError(outcome)));
  }

  private async rebase(
    requested: RequestedRebase & { readonly skipCi: boolean },
    { userId, name, email }: Principal,
    tokenId: number | null,
  ): Promise<RebaseOutcome> {
    const { sourceProjectId: projectId, sourceBranch: branch, targetProjectId: ontoProjectId } = requested;
    const { source: tip, target: onto } = await this.versionFacts.tips(requested);
    if (tip === null || onto === null) return 'gone';
    const rebaser = { userId, name, email, tokenId };
    const { requestedAt, skipCi } = requested;
    const asked = {
      projectId,
      branch,
      tip,
      onto,
      ontoProjectId,
      rebaser,
      rebasedAt: requestedAt.toISOString(),
      skipCi,
    };
    try {
      return (await this.calls.command(RebaseCommand, asked)).outcome;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return 'gone';
      throw error;
    }
  }
}
