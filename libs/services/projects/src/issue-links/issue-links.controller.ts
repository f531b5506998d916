import { Controller } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import {
  Call,
  Endpoint,
  PreconditionFailed,
  ProjectNotFound,
  projectReference,
  returns,
  type CallOf,
} from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { ProjectFacts } from '../projects/project.facts.js';
import {
  IssueLinkExists,
  IssueLinkInvalid,
  IssueLinkNotFound,
  IssueNotFound,
  LinkedIssueNotFound,
} from '../refusals.js';
import { CreateIssueLink } from './create.js';
import { DeleteIssueLink } from './delete.js';
import { IssueLinkFacts, type LinkedIssues } from './issue-link.facts.js';
import { CreateIssueLinkParams, IssueLinkParams, IssueLinksParams } from './issue-link.params.js';
import { IssueLinkView, LinkedIssueView, presentIssueLink, presentLinkedIssue } from './issue-link.view.js';

@Controller()
export class IssueLinksController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly projectFacts: ProjectFacts,
    private readonly issueLinkFacts: IssueLinkFacts,
    private readonly createIssueLink: CreateIssueLink,
    private readonly deleteIssueLink: DeleteIssueLink,
  ) {}

  @Endpoint.get('/projects/:id/issues/:issue_iid/links', {
    summary: 'List the issues that are linked to an issue',
    can: abilities.readIssue,
    params: IssueLinksParams,
    returns: returns.json(z.array(LinkedIssueView)),
    refuses: [IssueNotFound],
  })
  async list(@Call() call: CallOf<typeof IssueLinksParams>): Promise<LinkedIssueView[]> {
    const { id } = await this.issue(call, call.params.issue_iid);
    const linked = await this.issueLinkFacts.list(id, projectsCaller(call.user));
    return linked.map((each) => presentLinkedIssue(each, call.caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/issues/:issue_iid/links/:issue_link_id', {
    summary: 'Get a link of an issue',
    can: abilities.readIssue,
    params: IssueLinkParams,
    returns: returns.json(IssueLinkView),
    refuses: [IssueNotFound, IssueLinkNotFound],
  })
  async one(@Call() call: CallOf<typeof IssueLinkParams>): Promise<IssueLinkView> {
    return presentIssueLink(
      await this.link(call, call.params.issue_iid, call.params.issue_link_id),
      call.caller.baseUrl,
    );
  }

  @Endpoint.post('/projects/:id/issues/:issue_iid/links', {
    summary: 'Link an issue to another one',
    can: abilities.manageIssueLink,
    params: CreateIssueLinkParams,
    returns: returns.json(IssueLinkView),
    refuses: [
      ProjectNotFound,
      IssueNotFound,
      LinkedIssueNotFound,
      IssueLinkExists,
      IssueLinkInvalid,
      IssueLinkNotFound,
    ],
  })
  async create(@Call() call: CallOf<typeof CreateIssueLinkParams>): Promise<IssueLinkView> {
    const { params, project, user } = call;
    const { target_project_id: id } = params;
    const other = id === null ? project : await this.projectFacts.access(projectReference(id), user);
    const source = { project: project.project, iid: params.issue_iid };
    const target = { project: other.project, iid: params.target_issue_iid };
    const link = await this.createIssueLink.execute({ source, target }, user);
    return presentIssueLink(await this.issueLinkFacts.withIssues(link, projectsCaller(user)), call.caller.baseUrl);
  }

  @Endpoint.delete('/projects/:id/issues/:issue_iid/links/:issue_link_id', {
    summary: 'Remove a link between two issues',
    can: abilities.manageIssueLink,
    params: IssueLinkParams,
    returns: returns.json(IssueLinkView),
    refuses: [ProjectNotFound, IssueNotFound, LinkedIssueNotFound, IssueLinkNotFound, PreconditionFailed],
  })
  async delete(@Call() call: CallOf<typeof IssueLinkParams>): Promise<IssueLinkView> {
    const { params, project, user, unlessModified } = call;
    const found = await this.link(call, params.issue_iid, params.issue_link_id);
    const end = { project: project.project, iid: params.issue_iid };
    const ends = await this.issueLinkFacts.ends(found, end, user);
    await this.deleteIssueLink.execute(found.link, ends, user, unlessModified);
    return presentIssueLink(found, call.caller.baseUrl);
  }

  private issue({ project, user }: LinkCall, iid: number) {
    return this.issueFacts.one(project.project.id, iid, issueCaller(user, project));
  }

  private async link(call: LinkCall, iid: number, id: number): Promise<LinkedIssues> {
    const issue = await this.issue(call, iid);
    const link = await this.issueLinkFacts.find(issue.id, id);
    return this.issueLinkFacts.withIssues(link, projectsCaller(call.user));
  }
}

interface LinkCall {
  readonly project: ProjectAccess;
  readonly user: Principal;
}
