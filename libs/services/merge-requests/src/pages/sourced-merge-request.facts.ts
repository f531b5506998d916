import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';

/** Merge request with the project that it comes from. */
export interface SourcedMergeRequest {
  readonly record: MergeRequestRecord;
  /** Null where it is hidden from the caller. */
  readonly source: ProjectAccess | null;
}

/** Reads of the merge request of a page. */
@Injectable()
export class SourcedMergeRequestFacts {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly access: AccessResolver,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden */
  async of(access: ProjectAccess, iid: number, caller: Principal): Promise<SourcedMergeRequest> {
    const record = await this.mergeRequestFacts.one(access, iid, caller);
    return { record, source: await sourceOf(this.access, record, access, caller) };
  }
}

/** Returns the project that a merge request comes from; null where it is hidden from the caller. @param target the project of its page */
export async function sourceOf(
  access: AccessResolver,
  { sourceProjectId, targetProjectId }: MergeRequestRecord,
  target: ProjectAccess,
  caller: Principal,
): Promise<ProjectAccess | null> {
  if (sourceProjectId === targetProjectId) return target;
  return (await access.project({ id: sourceProjectId }, caller)) ?? null;
}
