import { Controller } from '@nestjs/common';
import { Call, Endpoint, Unauthorized, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';
import { DetailedMergeRequestView, presentDetailedMergeRequest } from '../merge-requests/merge-request.view.js';
import {
  BranchCannotBeMerged,
  CancelNotAllowed,
  MergeRequestEnded,
  MergeRequestNotFound,
  NoAutoMerge,
  NoMergeRef,
  NotMergeable,
  ShaMismatch,
  SquashNotAllowed,
} from '../refusals.js';
import { AcceptMergeRequest } from './accept.js';
import { CANCELLED, CancellationView } from './cancellation.view.js';
import { CancelAutoMerge } from './cancel-auto-merge.js';
import { MergeParams, acceptOptions } from './merge.params.js';
import { MergeRefView } from './merge-ref.view.js';
import { UpdateMergeRef } from './update-merge-ref.js';

const CANCEL = {
  summary: 'Cancel merging when the pipeline succeeds',
  can: abilities.readMergeRequest,
  params: MergeRequestParams,
  refuses: [MergeRequestNotFound, Unauthorized, CancelNotAllowed, NoAutoMerge],
};

type MergeRequestCall = CallOf<typeof MergeRequestParams>;

/** Merging, and automatic merges when the pipeline succeeds. */
@Controller()
export class MergesController {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly acceptMergeRequest: AcceptMergeRequest,
    private readonly cancelAutoMerge: CancelAutoMerge,
    private readonly updateMergeRef: UpdateMergeRef,
  ) {}

  @Endpoint.put('/projects/:id/merge_requests/:merge_request_iid/merge', {
    summary: 'Merge a merge request, or have it merged when its pipeline succeeds',
    can: abilities.readMergeRequest,
    params: MergeParams,
    returns: returns.json(DetailedMergeRequestView),
    refuses: [
      ...[MergeRequestNotFound, Unauthorized, MergeRequestEnded],
      ...[NotMergeable, BranchCannotBeMerged, ShaMismatch, SquashNotAllowed],
    ],
  })
  async accept(@Call() call: CallOf<typeof MergeParams>): Promise<DetailedMergeRequestView> {
    const { params, project, user, caller } = call;
    const options = acceptOptions(params, caller.baseUrl);
    await this.acceptMergeRequest.execute(project, params.merge_request_iid, options, user);
    return this.read(call);
  }

  @Endpoint.put('/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds', {
    ...CANCEL,
    returns: returns.json(DetailedMergeRequestView),
  })
  async cancel(@Call() call: MergeRequestCall): Promise<DetailedMergeRequestView> {
    await this.cancelled(call);
    return this.read(call);
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds', {
    ...CANCEL,
    returns: returns.json(CancellationView),
  })
  async cancelByPost(@Call() call: MergeRequestCall): Promise<CancellationView> {
    await this.cancelled(call);
    return CANCELLED;
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/merge_ref', {
    summary: 'Merge the branches of a merge request into its merge ref, unless it has that merge',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(MergeRefView),
    refuses: [MergeRequestNotFound, NoMergeRef],
  })
  async mergeRef(@Call() { params, project, user }: MergeRequestCall): Promise<MergeRefView> {
    return { commit_id: await this.updateMergeRef.execute(project, params.merge_request_iid, user) };
  }

  private async cancelled({ params, project, user }: MergeRequestCall): Promise<void> {
    await this.mergeRequestFacts.requireVisible(project, params.merge_request_iid, user);
    await this.cancelAutoMerge.execute(project, params.merge_request_iid, user);
  }

  private async read({ params, project, user, caller }: MergeRequestCall): Promise<DetailedMergeRequestView> {
    const detailed = await this.mergeRequestFacts.detailed(project, params.merge_request_iid, user);
    return presentDetailedMergeRequest(detailed, caller.baseUrl);
  }
}
