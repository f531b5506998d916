import { Injectable } from '@nestjs/common';
import type { EndpointCall, Html } from '@hearth/http';
import { MergeRequestPageFacts } from './merge-request-page.facts.js';
import { presentMergeRequestPage, type MergeRequestForm } from './merge-request-page.view.js';
import { PageRenderer } from './page-renderer.js';

/** The page of a merge request, which its refused forms show again. */
@Injectable()
export class MergeRequestPage {
  constructor(
    private readonly mergeRequestPageFacts: MergeRequestPageFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** @param form content that depends on the form that was sent @throws MergeRequestNotFound, Forbidden */
  async show(
    call: EndpointCall<{ readonly iid: number; readonly page?: number }>,
    form: MergeRequestForm,
  ): Promise<Html> {
    const { params, project, user } = call;
    const fact = await this.mergeRequestPageFacts.of(project, params.iid, user, params.page ?? 1);
    return this.pages.page(call, 'merge-request', presentMergeRequestPage(fact, project, user, form));
  }
}

/** Returns the address of the page of a merge request, as users know it. */
export function addressOf({ project, params }: EndpointCall<{ readonly iid: number }>): string {
  return `/${project.project.fullPath}/-/merge_requests/${params.iid}`;
}
