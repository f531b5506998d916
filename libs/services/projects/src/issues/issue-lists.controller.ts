import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page, type PageRequest } from '@hearth/http';
import { namedUsers, type ReferenceOrigin } from '@hearth/issuable';
import { abilities, milestoneAbilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { MilestoneFacts } from '../milestones/milestone.facts.js';
import { milestoneParams, type MilestoneParams } from '../milestones/milestone.params.js';
import { MergeRequestNotFound, MilestoneNotFound } from '../refusals.js';
import { ClosedIssuesFacts } from './closed-issues.facts.js';
import { IssueFacts } from './issue.facts.js';
import {
  ClosedIssuesParams,
  GroupIssuesParams,
  GroupIssueStatisticsParams,
  IssueStatisticsParams,
  ListIssuesParams,
  ProjectIssuesParams,
  ProjectIssueStatisticsParams,
  issueFilters,
} from './issue.params.js';
import { issueCaller, type IssueFilters, type IssueScope } from './issue.rules.js';
import { IssueStatisticsView, ListedIssueView, presentIssueStatistics, presentListedIssue } from './issue.view.js';

const InProject = milestoneParams('project').within;
const InGroup = milestoneParams('group').within;
/** The issues planned for a milestone, and those that a merge closes: the newest first. */
const NEWEST = { orderBy: 'created_at', sort: 'desc' } as const;

type ListCall = Pick<CallOf<typeof ListIssuesParams>, 'user' | 'caller'> & {
  readonly params: Parameters<typeof pageRequest>[0];
};

@Controller()
export class IssueListsController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly milestoneFacts: MilestoneFacts,
    private readonly closedIssuesFacts: ClosedIssuesFacts,
  ) {}

  @Endpoint.get('/issues', {
    summary: "List issues of all projects: the caller's own, those assigned to them, or all",
    params: ListIssuesParams,
    returns: returns.page(ListedIssueView),
  })
  everywhere(@Call() call: CallOf<typeof ListIssuesParams>): Promise<Page<ListedIssueView>> {
    return this.filtered(call, { of: 'everything' }, { scope: 'created_by_me', from: null });
  }

  @Endpoint.get('/groups/:id/issues', {
    summary: 'List the issues of the projects in a group and its subgroups',
    can: abilities.readGroup,
    params: GroupIssuesParams,
    returns: returns.page(ListedIssueView),
  })
  ofGroup(@Call() call: CallOf<typeof GroupIssuesParams>): Promise<Page<ListedIssueView>> {
    const scope = { of: 'group', groupId: call.group.group.id } as const;
    return this.filtered(call, scope, { scope: 'all', from: call.group.group });
  }

  @Endpoint.get('/projects/:id/issues', {
    summary: 'List the issues of a project',
    can: abilities.readIssue,
    params: ProjectIssuesParams,
    returns: returns.page(ListedIssueView),
  })
  ofProject(@Call() call: CallOf<typeof ProjectIssuesParams>): Promise<Page<ListedIssueView>> {
    return this.filtered(call, projectScope(call), { scope: 'all', from: call.project.project });
  }

  @Endpoint.get('/issues_statistics', {
    summary: "Count issues of all projects: the caller's own, those assigned to them, or all",
    params: IssueStatisticsParams,
    returns: returns.json(IssueStatisticsView),
  })
  countEverywhere(@Call() call: CallOf<typeof IssueStatisticsParams>): Promise<IssueStatisticsView> {
    return this.counted(call, { of: 'everything' }, 'created_by_me');
  }

  @Endpoint.get('/groups/:id/issues_statistics', {
    summary: 'Count the issues of the projects in a group and its subgroups',
    can: abilities.readGroup,
    params: GroupIssueStatisticsParams,
    returns: returns.json(IssueStatisticsView),
  })
  countOfGroup(@Call() call: CallOf<typeof GroupIssueStatisticsParams>): Promise<IssueStatisticsView> {
    return this.counted(call, { of: 'group', groupId: call.group.group.id }, 'all');
  }

  @Endpoint.get('/projects/:id/issues_statistics', {
    summary: 'Count the issues of a project',
    can: abilities.readIssue,
    params: ProjectIssueStatisticsParams,
    returns: returns.json(IssueStatisticsView),
  })
  countOfProject(@Call() call: CallOf<typeof ProjectIssueStatisticsParams>): Promise<IssueStatisticsView> {
    return this.counted(call, projectScope(call), 'all');
  }

  @Endpoint.get('/projects/:id/milestones/:milestone_id/issues', {
    summary: 'List the issues planned for a milestone of a project',
    can: abilities.readIssue,
    params: InProject,
    returns: returns.page(ListedIssueView),
    refuses: [MilestoneNotFound],
  })
  async ofMilestone(@Call() call: CallOf<MilestoneParams['within']>): Promise<Page<ListedIssueView>> {
    const parent = { kind: 'project', id: call.project.project.id } as const;
    const { id: milestoneId } = await this.milestoneFacts.one(parent, call.params.milestone_id);
    return this.page(call, projectScope(call), { ...NEWEST, milestoneId }, call.project.project);
  }

  @Endpoint.get('/groups/:id/milestones/:milestone_id/issues', {
    summary: 'List the issues planned for a milestone of a group',
    can: milestoneAbilities.group.read,
    params: InGroup,
    returns: returns.page(ListedIssueView),
    refuses: [MilestoneNotFound],
  })
  async ofGroupMilestone(@Call() call: CallOf<MilestoneParams['within']>): Promise<Page<ListedIssueView>> {
    const groupId = call.group.group.id;
    const { id: milestoneId } = await this.milestoneFacts.one({ kind: 'group', id: groupId }, call.params.milestone_id);
    return this.page(call, { of: 'group', groupId }, { ...NEWEST, milestoneId }, call.group.group);
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/closes_issues', {
    summary: 'List the issues that the merge of a merge request closes',
    can: abilities.readClosedIssues,
    params: ClosedIssuesParams,
    returns: returns.page(ListedIssueView),
    refuses: [MergeRequestNotFound],
  })
  async closedBy(@Call() call: CallOf<typeof ClosedIssuesParams>): Promise<Page<ListedIssueView>> {
    const asker = { principal: call.user, baseUrl: call.caller.baseUrl };
    const named = await this.closedIssuesFacts.named(call.project, call.params.merge_request_iid, asker);
    return this.page(call, { of: 'everything' }, { ...NEWEST, named }, call.project.project);
  }

  private async filtered(
    call: Pick<CallOf<typeof ListIssuesParams>, 'user' | 'caller' | 'params'>,
    of: IssueScope,
    { scope, from }: { readonly scope: 'all' | 'created_by_me'; readonly from: ReferenceOrigin },
  ): Promise<Page<ListedIssueView>> {
    const { params, user } = call;
    const filters = issueFilters(params, user.userId, scope);
    return this.page(call, of, await this.issueFacts.withUsers(filters, namedUsers(params)), from);
  }

  private async counted(
    { params, user }: Pick<CallOf<typeof IssueStatisticsParams>, 'user' | 'params'>,
    of: IssueScope,
    scope: 'all' | 'created_by_me',
  ): Promise<IssueStatisticsView> {
    const filters = await this.issueFacts.withUsers(issueFilters(params, user.userId, scope), namedUsers(params));
    return presentIssueStatistics(await this.issueFacts.counts(projectsCaller(user), of, filters));
  }

  /** @param from project or group of the list, or null for all projects */
  private async page(
    call: ListCall,
    scope: IssueScope,
    filters: IssueFilters,
    from: ReferenceOrigin,
  ): Promise<Page<ListedIssueView>> {
    const { user, params } = call;
    const request: PageRequest = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const page = await this.issueFacts.page(projectsCaller(user), scope, filters, request);
    return page.map((issue) => presentListedIssue(issue, call.caller.baseUrl, from));
  }
}

function projectScope({ project, user }: Pick<CallOf<typeof ProjectIssuesParams>, 'project' | 'user'>): IssueScope {
  return { of: 'project', projectId: project.project.id, readsAll: issueCaller(user, project).readsAll };
}
