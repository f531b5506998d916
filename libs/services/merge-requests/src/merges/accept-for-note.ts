import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Refusal, type UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { AcceptMergeRequest } from './accept.js';
import { MergesStore } from './merges.store.js';

/** What `/merge` in a note asks for. */
export interface MergeByNote {
  readonly mergeRequestId: number;
  readonly userId: UserId;
  /** The head when the note was written: another one is not merged. */
  readonly sha: string;
}

/** Accepts a merge request for who has written `/merge`, as they are now: at once, or when its pipeline succeeds. */
@Injectable()
export class AcceptForNote {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly acceptMergeRequest: AcceptMergeRequest,
    private readonly access: AccessResolver,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** Nothing happens where the merge is refused: nobody waits for the answer. May be repeated at any time. */
  async execute({ mergeRequestId, userId, sha }: MergeByNote): Promise<void> {
    const mergeRequest = await this.mergesStore.byId(this.db, mergeRequestId);
    const actor = mergeRequest?.state === 'opened' ? await this.peopleFacts.principal(userId) : undefined;
    if (!mergeRequest || !actor) return;
    const access = await this.access.project({ id: mergeRequest.targetProjectId }, actor);
    if (!access) return;
    const unsaid = { message: undefined, removeSourceBranch: undefined, baseUrl: null };
    const options = { ...unsaid, whenPipelineSucceeds: true, sha };
    try {
      await this.acceptMergeRequest.execute(access, mergeRequest.iid, options, actor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
