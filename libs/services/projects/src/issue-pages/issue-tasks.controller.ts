import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { ToggleTask } from '../issue-tasks/toggle-task.js';
import { IssueNotFound, TaskChanged } from '../refusals.js';
import { addressOf, IssuePage } from './issue-page.js';
import { IssueTaskParams } from './issue-page.params.js';

const REFUSALS: Sentences = [[TaskChanged, 'The description has changed since. Look at it, and tick the task again.']];

/** Form of the tasks in the description of an issue. */
@Controller()
export class IssueTasksController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly toggleTask: ToggleTask,
    private readonly issuePage: IssuePage,
  ) {}

  @Endpoint.post('/-/project/:id/issues/:iid/tasks', {
    summary: 'Tick or untick a task in the description of an issue in a browser',
    can: abilities.updateIssue,
    params: IssueTaskParams,
    returns: returns.html,
    refuses: [IssueNotFound],
  })
  async toggle(@Call() call: CallOf<typeof IssueTaskParams>) {
    const { params, project, user } = call;
    const { iid, task: line, version } = params;
    await this.issueFacts.one(project.project.id, iid, issueCaller(user, project));
    const write = () => this.toggleTask.execute(project.project.id, iid, { line, version }, user);
    const error = await refusalOf(write, REFUSALS);
    return error === null ? new Redirect(addressOf(call, iid)) : this.issuePage.show(call, { error });
  }
}
