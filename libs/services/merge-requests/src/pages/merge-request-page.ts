import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Page, type EndpointCall, type Html } from '@hearth/http';
import { NoteFacts, type Noteable } from '@hearth/notes';
import { PageTexts } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { RecordApprovalFacts } from '../approvals/record-approval.facts.js';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';
import { DraftNoteFacts } from '../draft-notes/draft-note.facts.js';
import { withTexts } from '../draft-notes/pending.view.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { canIn } from '../merge-requests/merge-request.rules.js';
import { withoutBlocks } from '../suggestions/suggestion.rules.js';
import { presentMergeRequestPage, type MergeRequestForm } from './merge-request-page.view.js';
import type { MergeRequestPageFact } from './page-actions.rules.js';
import { PageRenderer } from './page-renderer.js';

/** Threads on one page; system notes count, too. */
const THREADS = 50;

/** Page of the threads, or a note that is on it. */
interface Shown {
  readonly page?: number;
  readonly note?: number | undefined;
}

/** The page of a merge request, which its refused forms show again. */
@Injectable()
export class MergeRequestPage {
  constructor(
    private readonly collaborationsFacts: CollaborationsFacts,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly recordApprovalFacts: RecordApprovalFacts,
    private readonly noteFacts: NoteFacts,
    private readonly draftNoteFacts: DraftNoteFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  /** @param form content that depends on the form that was sent @throws MergeRequestNotFound, Forbidden */
  async show(call: EndpointCall<{ readonly iid: number } & Shown>, form: MergeRequestForm): Promise<Html> {
    const { params, project, user } = call;
    const fact = await this.read(project, params.iid, user, params);
    return this.pages.page(call, 'merge-request', presentMergeRequestPage(fact, project, user, form));
  }

  private async read(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    shown: Shown,
  ): Promise<MergeRequestPageFact> {
    const record = await this.mergeRequestFacts.one(access, iid, caller);
    const noteable: Noteable = {
      ...{ kind: 'mergeRequest', id: record.id, iid, projectId: access.project.id },
      ...{ access, caller },
    };
    const [detailed, approvals, discussions, { source, pushesToSource }, drafts] = await Promise.all([
      this.mergeRequestFacts.detail(record, access, caller),
      this.recordApprovalFacts.of(record, access, caller),
      this.discussions(noteable, shown),
      this.collaborationsFacts.source(record, access, caller),
      this.draftNoteFacts.all(record.id, caller),
    ]);
    const { others, threads } = await this.pageTexts.ofThreads(
      [record.description ?? '', ...drafts.map(({ body }) => body)],
      withoutBlocks(discussions.items),
      { project: access.project.fullPath, tasks: canIn(abilities.updateMergeRequest, access, caller, record) },
      { principal: caller },
    );
    const { request, total } = discussions;
    const pending = withTexts(drafts, others.slice(1));
    return {
      detailed,
      approvals,
      ...{ source, pushesToSource },
      description: others[0]!,
      pending,
      threads: new Page(threads, request, total),
    };
  }

  private async discussions(noteable: Noteable, { page = 1, note }: Shown) {
    const shown = note === undefined ? page : await this.noteFacts.pageOf(noteable, note, THREADS);
    return this.noteFacts.discussions(noteable, { page: shown, perPage: THREADS });
  }
}

/** Returns the address of the page of a merge request, as users know it. */
export function addressOf({ project, params }: EndpointCall<{ readonly iid: number }>): string {
  return `/${project.project.fullPath}/-/merge_requests/${params.iid}`;
}
