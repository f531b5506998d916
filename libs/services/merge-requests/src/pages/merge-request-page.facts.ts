import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { NoteFacts, type Noteable, type PresentableNote } from '@hearth/notes';
import { type PageText, PageTexts } from '@hearth/pages';
import { ApprovalFacts, type ApprovalsFact } from '../approvals/approval.facts.js';
import { MergeRequestFacts, type DetailedMergeRequest } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';

/** Threads on one page; system notes count, too. */
const THREADS = 50;

/** Merge request with the project that it comes from. */
export interface SourcedMergeRequest {
  readonly record: MergeRequestRecord;
  /** Null where it is hidden from the caller. */
  readonly source: ProjectAccess | null;
}

/** A merge request as its page shows it. */
export interface MergeRequestPageFact {
  readonly detailed: DetailedMergeRequest;
  readonly approvals: ApprovalsFact;
  readonly source: ProjectAccess | null;
  readonly description: PageText;
  /** Notes of each thread, the oldest first. */
  readonly threads: Page<readonly (PresentableNote & { readonly text: PageText })[]>;
}

/** Reads for the pages of a merge request. */
@Injectable()
export class MergeRequestPageFacts {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly approvalFacts: ApprovalFacts,
    private readonly noteFacts: NoteFacts,
    private readonly access: AccessResolver,
    private readonly pageTexts: PageTexts,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden */
  async sourced(access: ProjectAccess, iid: number, caller: Principal): Promise<SourcedMergeRequest> {
    const record = await this.mergeRequestFacts.one(access, iid, caller);
    return { record, source: await this.source(record, access, caller) };
  }

  /** @param page of the threads @throws MergeRequestNotFound, Forbidden */
  async of(access: ProjectAccess, iid: number, caller: Principal, page: number): Promise<MergeRequestPageFact> {
    const record = await this.mergeRequestFacts.one(access, iid, caller);
    const noteable: Noteable = { kind: 'mergeRequest', id: record.id, iid, projectId: access.project.id };
    const [detailed, approvals, discussions, source] = await Promise.all([
      this.mergeRequestFacts.detail(record, access, caller),
      this.approvalFacts.ofRecord(record, access, caller),
      this.noteFacts.discussions(noteable, { page, perPage: THREADS }),
      this.source(record, access, caller),
    ]);
    const bodies = discussions.items.flatMap((notes) => notes.map(({ note }) => note.body));
    const [description, ...texts] = await this.pageTexts.of(
      [record.description ?? '', ...bodies],
      { project: access.project.fullPath },
      { principal: caller },
    );
    let place = 0;
    const threads = discussions.map((notes) => notes.map((each) => ({ ...each, text: texts[place++]! })));
    return { detailed, approvals, source, description: description!, threads };
  }

  private async source(
    { sourceProjectId, targetProjectId }: MergeRequestRecord,
    target: ProjectAccess,
    caller: Principal,
  ): Promise<ProjectAccess | null> {
    if (sourceProjectId === targetProjectId) return target;
    return (await this.access.project({ id: sourceProjectId }, caller)) ?? null;
  }
}
