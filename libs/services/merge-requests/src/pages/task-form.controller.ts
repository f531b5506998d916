import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { NOTE_BODY } from '@hearth/notes';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { UpdateMergeRequest } from '../merge-requests/update.js';
import { MergeRequestNotFound, TaskChanged } from '../refusals.js';
import { MergeRequestPage, addressOf } from './merge-request-page.js';
import { TaskFormParams } from './page.params.js';

const REFUSALS: Sentences = [[TaskChanged, 'The description has changed since. Look at it, and tick the task again.']];

/** Form of the tasks in the description of a merge request. */
@Controller()
export class TaskFormController {
  constructor(
    private readonly updateMergeRequest: UpdateMergeRequest,
    private readonly mergeRequestPage: MergeRequestPage,
  ) {}

  @Endpoint.post('/-/project/:id/merge_requests/:iid/tasks', {
    summary: 'Tick or untick a task in the description of a merge request in a browser',
    can: abilities.updateMergeRequest,
    params: TaskFormParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  async toggle(@Call() call: CallOf<typeof TaskFormParams>) {
    const { params, project, user } = call;
    const { iid, task: line, version } = params;
    const write = () => this.updateMergeRequest.toggleTask(project, iid, { line, version }, user);
    const error = await refusalOf(write, REFUSALS);
    return error === null ? new Redirect(addressOf(call)) : this.mergeRequestPage.show(call, { error });
  }
}
