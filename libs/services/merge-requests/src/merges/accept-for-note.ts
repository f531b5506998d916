import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Refusal, type UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job } from '@hearth/jobs';
import { AcceptByQuickActionJob } from '../jobs.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { AcceptMergeRequest } from './accept.js';
import { MergesStore } from './merges.store.js';

/** Merge requested by `/merge` in a note. */
export interface MergeByNote {
  readonly mergeRequestId: number;
  readonly userId: UserId;
  /** Head at the time of the note: a later one is not merged. */
  readonly sha: string;
}

/** Accepts a merge request for the author of a note with `/merge`, with their present permissions: at once, or when its pipeline succeeds. */
@Injectable()
export class AcceptForNote {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly acceptMergeRequest: AcceptMergeRequest,
    private readonly access: AccessResolver,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** Ignores a refusal of the merge, as no request waits for the answer. May be repeated at any time. */
  @Job(AcceptByQuickActionJob)
  async execute({ mergeRequestId, userId, sha }: MergeByNote): Promise<void> {
    const mergeRequest = await this.mergesStore.byId(this.db, mergeRequestId);
    const actor = mergeRequest?.state === 'opened' ? await this.peopleFacts.principal(userId) : undefined;
    if (!mergeRequest || !actor) return;
    const access = await this.access.project({ id: mergeRequest.targetProjectId }, actor);
    if (!access) return;
    const unsaid = { message: undefined, removeSourceBranch: undefined, baseUrl: null, squash: undefined };
    const options = { ...unsaid, squashMessage: undefined, whenPipelineSucceeds: true, sha };
    try {
      await this.acceptMergeRequest.execute(access, mergeRequest.iid, options, actor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
