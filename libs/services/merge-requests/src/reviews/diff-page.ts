import { Injectable } from '@nestjs/common';
import type { EndpointCall, Html } from '@hearth/http';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { DiffPageFacts } from './diff-page.facts.js';
import type { ShownChanges } from './diff-page.params.js';
import { presentDiffPage, type DiffPageForm } from './diff-page.view.js';

/** The page of a merge request's changes, which its refused forms show again. */
@Injectable()
export class DiffPage {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly collaborationsFacts: CollaborationsFacts,
    private readonly diffPageFacts: DiffPageFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** @param form content that depends on the form that was sent @throws MergeRequestNotFound, VersionNotFound, Forbidden */
  async show(call: EndpointCall<{ readonly iid: number }>, shown: ShownChanges, form: DiffPageForm): Promise<Html> {
    const { params, project, user } = call;
    const record = await this.mergeRequestFacts.one(project, params.iid, user);
    const source = await this.collaborationsFacts.source(record, project, user);
    const fact = await this.diffPageFacts.of({ record, ...source }, project, user, shown, form.draft?.fileId);
    return this.pages.page(call, 'merge-request-diffs', presentDiffPage(fact, project, user, shown, form));
  }
}
