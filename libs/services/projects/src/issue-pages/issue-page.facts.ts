import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Page } from '@hearth/http';
import { NoteFacts, type Noteable, type PresentableNote } from '@hearth/notes';
import { PageTexts, type PageText } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { isAllowedOn, issueCaller } from '../issues/issue.rules.js';
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

  /** @param shown page of the threads, or a note that is on it @throws IssueNotFound */
  async of(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    shown: { readonly page?: number; readonly note?: number | undefined },
  ): Promise<IssuePageFact> {
    const { project } = access;
    const issue = await this.issueFacts.one(project.id, iid, issueCaller(caller, access));
    const noteable: Noteable = { kind: 'issue', id: issue.id, iid, projectId: project.id, access, caller };
    const { note } = shown;
    const page = note === undefined ? (shown.page ?? 1) : await this.noteFacts.pageOf(noteable, note, THREADS);
    const discussions = await this.noteFacts.discussions(noteable, { page, perPage: THREADS });
    const { others, threads } = await this.pageTexts.ofThreads(
      [issue.description ?? ''],
      discussions.items,
      { project: project.fullPath, tasks: isAllowedOn(abilities.updateIssue, access, caller, issue) },
      { principal: caller },
    );
    const { request, total } = discussions;
    return { issue, description: others[0]!, threads: new Page(threads, request, total) };
  }
}
