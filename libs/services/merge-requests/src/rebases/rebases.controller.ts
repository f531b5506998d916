import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CannotPushToSource, MergeRequestNotFound, RebaseNotAllowed, RebaseRunning } from '../refusals.js';
import { RebaseParams } from './rebase.params.js';
import { RebaseMergeRequest } from './rebase.js';
import { RebaseView } from './rebase.view.js';

@Controller()
export class RebasesController {
  constructor(private readonly rebaseMergeRequest: RebaseMergeRequest) {}

  @Endpoint.put('/projects/:id/merge_requests/:merge_request_iid/rebase', {
    summary: 'Rebase the source branch of a merge request onto its target branch',
    can: abilities.readMergeRequest,
    params: RebaseParams,
    returns: returns.json(RebaseView),
    status: 202,
    refuses: [MergeRequestNotFound, RebaseNotAllowed, CannotPushToSource, RebaseRunning],
  })
  async rebase(@Call() { params, project, user }: CallOf<typeof RebaseParams>): Promise<RebaseView> {
    await this.rebaseMergeRequest.execute(project, params.merge_request_iid, user, params.skip_ci);
    return { rebase_in_progress: true };
  }
}
