import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { NoteFacts, type Noteable, type PresentableNote } from '@hearth/notes';
import { PageTexts, type PageText } from '@hearth/pages';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import type { IssueRecord } from '../issues/issues.finder.js';

/** Threads on one page; system notes count, too. */
const THREADS = 50;

/** An issue as its page shows it. */
export interface IssuePageFact {
  readonly issue: IssueRecord;
  readonly description: PageText;
  /** Notes of each thread, the oldest first. */
  readonly threads: Page<readonly (PresentableNote & { readonly text: PageText })[]>;
}

/** Reads for the page of an issue. */
@Injectable()
export class IssuePageFacts {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly noteFacts: NoteFacts,
    private readonly pageTexts: PageTexts,
  ) {}

  /** @param page of the threads @throws IssueNotFound */
  async of(access: ProjectAccess, iid: number, caller: Principal, page: number): Promise<IssuePageFact> {
    const { project } = access;
    const issue = await this.issueFacts.one(project.id, iid, issueCaller(caller, access));
    const noteable: Noteable = { kind: 'issue', id: issue.id, iid, projectId: project.id };
    const discussions = await this.noteFacts.discussions(noteable, { page, perPage: THREADS });
    const bodies = discussions.items.flatMap((notes) => notes.map(({ note }) => note.body));
    const context = { project: project.fullPath };
    const [description, ...texts] = await this.pageTexts.of([issue.description ?? '', ...bodies], context, {
      principal: caller,
    });
    let place = 0;
    const threads = discussions.map((notes) => notes.map((each) => ({ ...each, text: texts[place++]! })));
    return { issue, description: description!, threads };
  }
}
