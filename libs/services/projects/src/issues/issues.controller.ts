import { Controller } from '@nestjs/common';
import type { UserBasicView } from '@hearth/identity-contracts';
import { presentUserBasic } from '@hearth/identity-contracts';
import { Call, Endpoint, NotModified, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { IssueExists, IssueInvalid, IssueNotFound, UserAgentDetailNotFound } from '../refusals.js';
import { CreateIssue } from './create.js';
import { DeleteIssue } from './delete.js';
import { IssueFacts } from './issue.facts.js';
import {
  CreateIssueParams,
  IssueByIdParams,
  IssueParams,
  PagedIssueParams,
  UpdateIssueParams,
  issueChanges,
  newIssue,
} from './issue.params.js';
import { issueCaller } from './issue.rules.js';
import { DetailedIssueView, ParticipantView, presentDetailedIssue } from './issue.view.js';
import { SubscribeToIssue } from './subscribe.js';
import { UserAgentDetailView, presentUserAgent } from '../user-agents/user-agent.view.js';
import { UpdateIssue } from './update.js';

type IssueCall = Pick<CallOf<typeof IssueParams>, 'project' | 'caller' | 'user'>;

@Controller()
export class IssuesController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly createIssue: CreateIssue,
    private readonly updateIssue: UpdateIssue,
    private readonly deleteIssue: DeleteIssue,
    private readonly subscribeToIssue: SubscribeToIssue,
  ) {}

  @Endpoint.get('/issues/:id', {
    summary: 'Get an issue by its id',
    admin: true,
    params: IssueByIdParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueNotFound],
  })
  async byId(@Call() { params, user, caller }: CallOf<typeof IssueByIdParams>): Promise<DetailedIssueView> {
    return presentDetailedIssue(await this.issueFacts.detailedById(params.id, user.userId), caller.baseUrl);
  }

  @Endpoint.get('/projects/:id/issues/:issue_iid', {
    summary: 'Get an issue',
    can: abilities.readIssue,
    params: IssueParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueNotFound],
  })
  one(@Call() call: CallOf<typeof IssueParams>): Promise<DetailedIssueView> {
    return this.read(call, call.params.issue_iid);
  }

  @Endpoint.post('/projects/:id/issues', {
    summary: 'Open an issue',
    can: abilities.createIssue,
    params: CreateIssueParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueInvalid, IssueExists],
  })
  async create(@Call() call: CallOf<typeof CreateIssueParams>): Promise<DetailedIssueView> {
    const { params, project, user, caller, userAgent } = call;
    const client = { userAgent, address: caller.clientAddress };
    return this.read(call, await this.createIssue.execute(project.project.id, newIssue(params), user, client));
  }

  @Endpoint.put('/projects/:id/issues/:issue_iid', {
    summary: 'Change an issue, close it or open it again',
    can: abilities.updateIssue,
    params: UpdateIssueParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueNotFound, IssueInvalid],
  })
  async update(@Call() call: CallOf<typeof UpdateIssueParams>): Promise<DetailedIssueView> {
    const { params, project, user } = call;
    await this.issueFacts.one(project.project.id, params.issue_iid, issueCaller(user, project));
    await this.updateIssue.execute(project.project.id, params.issue_iid, issueChanges(params), user);
    return this.read(call, params.issue_iid);
  }

  @Endpoint.delete('/projects/:id/issues/:issue_iid', {
    summary: 'Delete an issue',
    can: abilities.deleteIssue,
    params: IssueParams,
    returns: returns.empty,
    refuses: [IssueNotFound],
  })
  delete(@Call() { params, project, user, unlessModified }: CallOf<typeof IssueParams>): Promise<void> {
    return this.deleteIssue.execute(project.project.id, params.issue_iid, user, unlessModified);
  }

  @Endpoint.post('/projects/:id/issues/:issue_iid/subscribe', {
    summary: 'Subscribe to an issue',
    can: abilities.readIssue,
    params: IssueParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueNotFound, NotModified],
  })
  subscribe(@Call() call: CallOf<typeof IssueParams>): Promise<DetailedIssueView> {
    return this.setSubscribed(call, true);
  }

  @Endpoint.post('/projects/:id/issues/:issue_iid/unsubscribe', {
    summary: 'End the subscription to an issue',
    can: abilities.readIssue,
    params: IssueParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueNotFound, NotModified],
  })
  unsubscribe(@Call() call: CallOf<typeof IssueParams>): Promise<DetailedIssueView> {
    return this.setSubscribed(call, false);
  }

  @Endpoint.get('/projects/:id/issues/:issue_iid/participants', {
    summary: 'List who takes part in an issue',
    can: abilities.readIssue,
    params: PagedIssueParams,
    returns: returns.page(ParticipantView),
    refuses: [IssueNotFound],
  })
  async participants(@Call() call: CallOf<typeof PagedIssueParams>): Promise<Page<UserBasicView>> {
    const { params, project, user } = call;
    const request = { page: params.page, perPage: params.per_page };
    const caller = issueCaller(user, project);
    const page = await this.issueFacts.participants(project.project.id, params.issue_iid, caller, request);
    return page.map((person) => presentUserBasic(person, call.caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/issues/:issue_iid/user_agent_detail', {
    summary: 'Get the user agent and address that an issue was opened from',
    admin: true,
    can: abilities.readIssue,
    params: IssueParams,
    returns: returns.json(UserAgentDetailView),
    refuses: [IssueNotFound, UserAgentDetailNotFound],
  })
  async userAgent(@Call() call: CallOf<typeof IssueParams>): Promise<UserAgentDetailView> {
    const { params, project, user } = call;
    const caller = issueCaller(user, project);
    return presentUserAgent(await this.issueFacts.userAgent(project.project.id, params.issue_iid, caller));
  }

  private async setSubscribed(call: CallOf<typeof IssueParams>, subscribed: boolean): Promise<DetailedIssueView> {
    const { params, project, user } = call;
    const caller = issueCaller(user, project);
    await this.subscribeToIssue.execute(project.project.id, params.issue_iid, caller, subscribed);
    return this.read(call, params.issue_iid);
  }

  private async read({ project, user, caller: { baseUrl } }: IssueCall, iid: number): Promise<DetailedIssueView> {
    const caller = issueCaller(user, project);
    return presentDetailedIssue(await this.issueFacts.detailed(project.project.id, iid, caller), baseUrl);
  }
}
