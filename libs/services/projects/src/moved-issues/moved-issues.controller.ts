import { Controller } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Call, Endpoint, ProjectNotFound, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { DetailedIssueView, presentDetailedIssue } from '../issues/issue.view.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { IssueNotFound, IssueNotMoved } from '../refusals.js';
import { MoveIssue } from './move.js';
import { MoveIssueParams } from './move.params.js';

@Controller()
export class MovedIssuesController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly projectFacts: ProjectFacts,
    private readonly moveIssue: MoveIssue,
  ) {}

  @Endpoint.post('/projects/:id/issues/:issue_iid/move', {
    summary: 'Move an issue to another project',
    can: abilities.readIssue,
    params: MoveIssueParams,
    returns: returns.json(DetailedIssueView),
    refuses: [IssueNotFound, ProjectNotFound, IssueNotMoved],
  })
  async move(@Call() call: CallOf<typeof MoveIssueParams>): Promise<DetailedIssueView> {
    const { params, project, user, caller } = call;
    await this.issueFacts.one(project.project.id, params.issue_iid, issueCaller(user, project));
    const target = await this.projectFacts.access({ id: params.to_project_id as ProjectId }, user);
    const { project: to } = target;
    const iid = await this.moveIssue.execute({ project: project.project, iid: params.issue_iid }, to, user);
    return presentDetailedIssue(await this.issueFacts.detailed(to.id, iid, issueCaller(user, target)), caller.baseUrl);
  }
}
