import { Controller } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Redirect,
  Unauthorized,
  returns,
  type CallOf,
  type EndpointCall,
  type Html,
} from '@hearth/http';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { ApproveMergeRequest } from '../approvals/approve.js';
import { UnapproveMergeRequest } from '../approvals/unapprove.js';
import { AcceptMergeRequest } from '../merges/accept.js';
import { CancelAutoMerge } from '../merges/cancel-auto-merge.js';
import { squashesOnMerge } from '../merges/squash.rules.js';
import { RebaseMergeRequest } from '../rebases/rebase.js';
import {
  BranchCannotBeMerged,
  CancelNotAllowed,
  CannotPushToSource,
  MergeRequestEnded,
  MergeRequestNotFound,
  NoAutoMerge,
  NotMergeable,
  RebaseNotAllowed,
  RebaseRunning,
  ShaMismatch,
  SquashNotAllowed,
} from '../refusals.js';
import { MergeRequestPage, addressOf } from './merge-request-page.js';
import { ApproveFormParams, MergeFormParams, OneParams, withNotice } from './page.params.js';

const CHANGED = 'The source branch has changed since you opened the page. Look at the changes again.';
const MERGE: Sentences = [
  [Unauthorized, 'You may not merge into this branch.'],
  [MergeRequestEnded, 'It is merged or closed already.'],
  [NotMergeable, 'It cannot be merged yet.'],
  [BranchCannotBeMerged, 'It cannot be merged: the branches have conflicts, or have just changed.'],
  [ShaMismatch, CHANGED],
  [SquashNotAllowed, 'The project does not allow to squash commits.'],
];
const CANCEL: Sentences = [
  [Unauthorized, 'You may not cancel this merge.'],
  [CancelNotAllowed, 'It is too late to cancel: it is merged or closed, or is being merged.'],
  [NoAutoMerge, 'No merge waits for the pipeline.'],
];
const APPROVE: Sentences = [
  [Unauthorized, 'You cannot approve this merge request.'],
  [ShaMismatch, CHANGED],
];
const UNAPPROVE: Sentences = [[MergeRequestNotFound, 'You have not approved this merge request.']];
const REBASE: Sentences = [
  [RebaseNotAllowed, 'Only an open merge request can be rebased.'],
  [CannotPushToSource, 'You may not push to the source branch, or it is gone or protected.'],
  [RebaseRunning, 'A rebase is running already.'],
];

/** Forms that merge, approve and rebase. */
@Controller()
export class MergeFormsController {
  constructor(
    private readonly acceptMergeRequest: AcceptMergeRequest,
    private readonly cancelAutoMerge: CancelAutoMerge,
    private readonly approveMergeRequest: ApproveMergeRequest,
    private readonly unapproveMergeRequest: UnapproveMergeRequest,
    private readonly rebaseMergeRequest: RebaseMergeRequest,
    private readonly mergeRequestPage: MergeRequestPage,
  ) {}

  @Endpoint.post('/-/project/:id/merge_requests/:iid/merge', {
    summary: 'Merge a merge request in a browser, or have it merged when its pipeline succeeds',
    can: abilities.readMergeRequest,
    params: MergeFormParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  merge(@Call() call: CallOf<typeof MergeFormParams>) {
    const { params, project, user, caller } = call;
    const { merge_when_pipeline_succeeds: whenPipelineSucceeds } = params;
    const options = {
      ...{ message: undefined, squashMessage: undefined, sha: params.sha, baseUrl: caller.baseUrl },
      removeSourceBranch: params.remove_source_branch,
      // A project that decides about squashing lets the form choose nothing.
      squash: squashesOnMerge(project.project, true) ? params.squash : undefined,
      whenPipelineSucceeds,
    };
    return this.carriedOut(call, () => this.acceptMergeRequest.execute(project, params.iid, options, user), MERGE);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/cancel_merge', {
    summary: 'Cancel an automatic merge in a browser',
    can: abilities.readMergeRequest,
    params: OneParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  cancel(@Call() call: CallOf<typeof OneParams>) {
    const { params, project, user } = call;
    return this.carriedOut(call, () => this.cancelAutoMerge.execute(project, params.iid, user), CANCEL);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/approve', {
    summary: 'Approve a merge request in a browser',
    can: abilities.readMergeRequest,
    params: ApproveFormParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  approve(@Call() call: CallOf<typeof ApproveFormParams>) {
    const { params, project, user } = call;
    const write = () => this.approveMergeRequest.execute(project, params.iid, params.sha, user);
    return this.carriedOut(call, write, APPROVE);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/unapprove', {
    summary: 'Withdraw the approval of a merge request in a browser',
    can: abilities.readMergeRequest,
    params: OneParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  unapprove(@Call() call: CallOf<typeof OneParams>) {
    const { params, project, user } = call;
    return this.carriedOut(call, () => this.unapproveMergeRequest.execute(project, params.iid, user), UNAPPROVE);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/rebase', {
    summary: 'Rebase a merge request in a browser',
    can: abilities.readMergeRequest,
    params: OneParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  async rebase(@Call() call: CallOf<typeof OneParams>) {
    const { params, project, user } = call;
    const error = await refusalOf(() => this.rebaseMergeRequest.execute(project, params.iid, user), REBASE);
    if (error !== null) return this.mergeRequestPage.show(call, { error });
    return new Redirect(withNotice(addressOf(call), 'rebase'));
  }

  /** Returns to the page, which shows the new state; or shows it with the refusal. */
  private async carriedOut(
    call: EndpointCall<{ readonly iid: number }>,
    write: () => Promise<void>,
    sentences: Sentences,
  ): Promise<Html | Redirect> {
    const error = await refusalOf(write, sentences);
    return error === null ? new Redirect(addressOf(call)) : this.mergeRequestPage.show(call, { error });
  }
}
