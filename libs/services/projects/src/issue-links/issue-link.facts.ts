import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { IssuesFinder, type IssueRecord } from '../issues/issues.finder.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { IssueLinkNotFound } from '../refusals.js';
import { MOST_LINKS } from './issue-link.rules.js';
import { IssueLinksStore, type IssueLink } from './issue-links.store.js';
import type { End, Ends } from './link-ends.js';

/** Issue at the other end of a link. */
export interface LinkedIssue {
  readonly issue: IssueRecord;
  readonly link: IssueLink;
}

/** Link with both of its issues. */
export interface LinkedIssues extends Ends<IssueRecord> {
  readonly link: IssueLink;
}

/** Links of an issue, as far as the caller may read the issues at their other ends. */
@Injectable()
export class IssueLinkFacts {
  constructor(
    private readonly db: Database,
    private readonly projectFacts: ProjectFacts,
    private readonly issuesFinder: IssuesFinder,
    private readonly issueLinksStore: IssueLinksStore,
  ) {}

  /** Issues that are linked to an issue, in the order of the links. */
  async list(issueId: number, caller: ProjectsCaller): Promise<LinkedIssue[]> {
    const links = await this.issueLinksStore.list(this.db, issueId, MOST_LINKS);
    const issues = await this.issues(
      links.map((link) => otherThan(issueId, link)),
      caller,
    );
    return links.flatMap((link) => {
      const issue = issues.get(otherThan(issueId, link));
      return issue ? [{ issue, link }] : [];
    });
  }

  /** @throws IssueLinkNotFound */
  async find(issueId: number, linkId: number): Promise<IssueLink> {
    const link = await this.issueLinksStore.find(this.db, issueId, linkId);
    if (!link) throw IssueLinkNotFound();
    return link;
  }

  /** Link with both of its issues. @throws IssueLinkNotFound where the caller may not read both */
  async withIssues(link: IssueLink, caller: ProjectsCaller): Promise<LinkedIssues> {
    const issues = await this.issues([link.sourceId, link.targetId], caller);
    const [source, target] = [issues.get(link.sourceId), issues.get(link.targetId)];
    if (!source || !target) throw IssueLinkNotFound();
    return { link, source, target };
  }

  /**
   * Ends of a link with their projects.
   * @param end the issue in the path of the request: the returned source, whichever the source of the link is
   * @throws ProjectNotFound
   */
  async ends({ source, target }: LinkedIssues, end: End, caller: Principal): Promise<Ends> {
    const isSource = source.projectId === end.project.id && source.iid === end.iid;
    const { projectId, iid } = isSource ? target : source;
    if (projectId === end.project.id) return { source: end, target: { project: end.project, iid } };
    const { project } = await this.projectFacts.access({ id: projectId }, caller);
    return { source: end, target: { project, iid } };
  }

  private async issues(ids: readonly number[], caller: ProjectsCaller): Promise<ReadonlyMap<number, IssueRecord>> {
    const issues = await this.issuesFinder.byIds(this.db, caller, ids);
    return new Map(issues.map((issue) => [issue.id, issue] as const));
  }
}

function otherThan(issueId: number, { sourceId, targetId }: IssueLink): number {
  return sourceId === issueId ? targetId : sourceId;
}
