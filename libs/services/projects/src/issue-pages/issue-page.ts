import { Injectable } from '@nestjs/common';
import type { EndpointCall, Html } from '@hearth/http';
import { PageRenderer } from '../pages/page-renderer.js';
import { IssuePageFacts } from './issue-page.facts.js';
import { presentIssuePage, type IssueForm } from './issue-page.view.js';

/** The page of an issue, which its refused forms show again. */
@Injectable()
export class IssuePage {
  constructor(
    private readonly issuePageFacts: IssuePageFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** @param form content that depends on the form that was sent @throws IssueNotFound */
  async show(
    call: EndpointCall<{ readonly iid: number; readonly page?: number; readonly note?: number | undefined }>,
    form: IssueForm,
  ): Promise<Html> {
    const { params, project, user } = call;
    const fact = await this.issuePageFacts.of(project, params.iid, user, params);
    return this.pages.page(call, 'issue', presentIssuePage(fact, project, user, form));
  }
}

/** Returns the address of the page of an issue, as users know it. */
export function addressOf({ project }: EndpointCall<unknown>, iid: number): string {
  return `/${project.project.fullPath}/-/issues/${iid}`;
}
