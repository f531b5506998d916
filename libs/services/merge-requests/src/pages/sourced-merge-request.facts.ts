import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { CollaborationsFacts, type SourceAccess } from '../collaborations/collaborations.facts.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';

/** Merge request with the project that it comes from. */
export interface SourcedMergeRequest extends SourceAccess {
  readonly record: MergeRequestRecord;
}

/** Reads of the merge request of a page. */
@Injectable()
export class SourcedMergeRequestFacts {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly collaborationsFacts: CollaborationsFacts,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden */
  async of(access: ProjectAccess, iid: number, caller: Principal): Promise<SourcedMergeRequest> {
    const record = await this.mergeRequestFacts.one(access, iid, caller);
    return { record, ...(await this.collaborationsFacts.source(record, access, caller)) };
  }
}
