import { Controller } from '@nestjs/common';
import { Call, Endpoint, Unauthorized, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';
import { MergeRequestNotFound, ShaMismatch } from '../refusals.js';
import { ApprovalFacts } from './approval.facts.js';
import { ApproveParams } from './approval.params.js';
import { ApprovalStateView, ApprovalsView, presentApprovalState, presentApprovals } from './approval.view.js';
import { ApproverFacts } from './approver.facts.js';
import { ApproveMergeRequest } from './approve.js';
import { ResetApprovals } from './reset-approvals.js';
import { UnapproveMergeRequest } from './unapprove.js';

type MergeRequestCall = CallOf<typeof MergeRequestParams>;

/** Approvals of merge requests. */
@Controller()
export class ApprovalsController {
  constructor(
    private readonly approvalFacts: ApprovalFacts,
    private readonly approverFacts: ApproverFacts,
    private readonly approveMergeRequest: ApproveMergeRequest,
    private readonly unapproveMergeRequest: UnapproveMergeRequest,
    private readonly resetApprovals: ResetApprovals,
  ) {}

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/approvals', {
    summary: 'Get the approvals of a merge request',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(ApprovalsView),
    refuses: [MergeRequestNotFound],
  })
  approvals(@Call() call: MergeRequestCall): Promise<ApprovalsView> {
    return this.read(call);
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/approval_state', {
    summary: 'Get the approval rules of a merge request with their approvals',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(ApprovalStateView),
    refuses: [MergeRequestNotFound],
  })
  async state(@Call() { params, project, user, caller }: MergeRequestCall): Promise<ApprovalStateView> {
    const approvals = await this.approvalFacts.of(project, params.merge_request_iid, user);
    return presentApprovalState(approvals, await this.approverFacts.describe(approvals.rules, user), caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/approve', {
    summary: 'Approve a merge request',
    can: abilities.readMergeRequest,
    params: ApproveParams,
    returns: returns.json(ApprovalsView),
    refuses: [MergeRequestNotFound, ShaMismatch, Unauthorized],
  })
  async approve(@Call() call: CallOf<typeof ApproveParams>): Promise<ApprovalsView> {
    const { params, project, user } = call;
    await this.approveMergeRequest.execute(project, params.merge_request_iid, params.sha, user);
    return this.read(call);
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/unapprove', {
    summary: 'Withdraw the approval of a merge request',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(ApprovalsView),
    refuses: [MergeRequestNotFound],
  })
  async unapprove(@Call() call: MergeRequestCall): Promise<ApprovalsView> {
    const { params, project, user } = call;
    await this.unapproveMergeRequest.execute(project, params.merge_request_iid, user);
    return this.read(call);
  }

  @Endpoint.put('/projects/:id/merge_requests/:merge_request_iid/reset_approvals', {
    summary: 'Remove all approvals of a merge request: for the bots of access tokens of projects and groups',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.accepted,
    status: 202,
    refuses: [MergeRequestNotFound, Unauthorized],
  })
  async reset(@Call() { params, project, user }: MergeRequestCall): Promise<void> {
    await this.resetApprovals.execute(project, params.merge_request_iid, user);
  }

  private async read({ params, project, user, caller }: MergeRequestCall): Promise<ApprovalsView> {
    const approvals = await this.approvalFacts.of(project, params.merge_request_iid, user);
    return presentApprovals(approvals, caller.baseUrl);
  }
}
