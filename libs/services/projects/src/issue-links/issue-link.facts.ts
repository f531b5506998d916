import { Injectable } from '@nestjs/common';
import type { ProjectCard, ProjectReference, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { IssuesFinder, type IssueRecord } from '../issues/issues.finder.js';
import { IssueLinkNotFound } from '../refusals.js';
import { MOST_LINKS } from './issue-link.rules.js';
import { IssueLinksStore, type IssueLink } from './issue-links.store.js';
import type { End } from './link-ends.js';

/** Issue at the other end of a link. */
export interface LinkedIssue {
  readonly issue: IssueRecord;
  readonly link: IssueLink;
}

/** Link with both of its issues. */
export interface LinkedIssues {
  readonly link: IssueLink;
  readonly source: IssueRecord;
  readonly target: IssueRecord;
}

/** Links of an issue, as far as the caller may read the issues at their other ends. */
@Injectable()
export class IssueLinkFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
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

  /** @throws IssueLinkNotFound, also where the caller may not read both issues */
  async one(issueId: number, linkId: number, caller: ProjectsCaller): Promise<LinkedIssues> {
    const link = await this.issueLinksStore.find(this.db, issueId, linkId);
    if (!link) throw IssueLinkNotFound();
    const issues = await this.issues([link.sourceId, link.targetId], caller);
    const [source, target] = [issues.get(link.sourceId), issues.get(link.targetId)];
    if (!source || !target) throw IssueLinkNotFound();
    return { link, source, target };
  }

  /** Project of the other issue of a new link. @throws ProjectNotFound */
  async project(reference: ProjectReference, caller: ProjectsCaller & { readonly id: UserId }): Promise<ProjectCard> {
    const [access] = await this.accessStore.resolve(this.db, { projects: [reference], user: caller });
    if (!access) throw ProjectNotFound();
    return access.project;
  }

  /**
   * Ends of a link with their projects.
   * @param end the issue in the path of the request: the returned source, whichever the source of the link is
   */
  async ends(
    { source, target }: LinkedIssues,
    end: End,
    caller: ProjectsCaller & { readonly id: UserId },
  ): Promise<{ source: End; target: End }> {
    const isSource = source.projectId === end.project.id && source.iid === end.iid;
    const { projectId, iid } = isSource ? target : source;
    const project = projectId === end.project.id ? end.project : await this.project({ id: projectId }, caller);
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
