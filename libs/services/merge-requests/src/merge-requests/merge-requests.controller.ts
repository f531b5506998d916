import { Controller } from '@nestjs/common';
import type { ProjectAccess } from '@hearth/contract-kit';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { Call, Endpoint, NotModified, ProjectNotFound, returns, type CallOf, type Page } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { VersionFacts } from '../diffs/version.facts.js';
import {
  MergeRequestExists,
  MergeRequestInvalid,
  MergeRequestNotFound,
  MergeRequestsDisabled,
  NotInForkNetwork,
  SameBranch,
} from '../refusals.js';
import { CreateMergeRequest } from './create.js';
import { DeleteMergeRequest } from './delete.js';
import { MergeRequestFacts } from './merge-request.facts.js';
import {
  CreateMergeRequestParams,
  MergeRequestParams,
  PagedMergeRequestParams,
  ReadMergeRequestParams,
  UpdateMergeRequestParams,
  mergeRequestChanges,
  newMergeRequest,
} from './merge-request.params.js';
import {
  DetailedMergeRequestView,
  ReviewerView,
  presentDetailedMergeRequest,
  presentReviewer,
} from './merge-request.view.js';
import { SubscribeToMergeRequest } from './subscribe.js';
import { UpdateMergeRequest } from './update.js';

@Controller()
export class MergeRequestsController {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly versionFacts: VersionFacts,
    private readonly createMergeRequest: CreateMergeRequest,
    private readonly updateMergeRequest: UpdateMergeRequest,
    private readonly deleteMergeRequest: DeleteMergeRequest,
    private readonly subscribeToMergeRequest: SubscribeToMergeRequest,
  ) {}

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid', {
    summary: 'Get a merge request',
    can: abilities.readMergeRequest,
    jobTokens: true,
    params: ReadMergeRequestParams,
    returns: returns.json(DetailedMergeRequestView),
    refuses: [MergeRequestNotFound],
  })
  async one(@Call() call: CallOf<typeof ReadMergeRequestParams>): Promise<DetailedMergeRequestView> {
    const { params, project, user, caller } = call;
    const detailed = await this.mergeRequestFacts.detailed(project, params.merge_request_iid, user);
    const { include_diverged_commits_count: counts, include_rebase_in_progress: rebases } = params;
    return {
      ...presentDetailedMergeRequest(detailed, caller.baseUrl),
      ...(counts && { diverged_commits_count: await this.versionFacts.diverged(detailed.record) }),
      ...(rebases && { rebase_in_progress: detailed.record.rebaseInProgress }),
    };
  }

  @Endpoint.post('/projects/:id/merge_requests', {
    summary: 'Open a merge request from a branch of the project',
    can: abilities.createMergeRequest,
    params: CreateMergeRequestParams,
    returns: returns.json(DetailedMergeRequestView),
    refuses: [
      ...[ProjectNotFound, MergeRequestInvalid, MergeRequestExists],
      ...[SameBranch, NotInForkNetwork, MergeRequestsDisabled],
    ],
  })
  async create(@Call() call: CallOf<typeof CreateMergeRequestParams>): Promise<DetailedMergeRequestView> {
    const { params, project, user } = call;
    const { target, iid } = await this.createMergeRequest.execute(project, newMergeRequest(params), user);
    return this.read(call, target, iid);
  }

  @Endpoint.put('/projects/:id/merge_requests/:merge_request_iid', {
    summary: 'Change a merge request, close it or open it again',
    can: abilities.updateMergeRequest,
    params: UpdateMergeRequestParams,
    returns: returns.json(DetailedMergeRequestView),
    refuses: [MergeRequestNotFound, MergeRequestInvalid, MergeRequestExists, SameBranch, NotInForkNetwork],
  })
  async update(@Call() call: CallOf<typeof UpdateMergeRequestParams>): Promise<DetailedMergeRequestView> {
    const { params, project, user } = call;
    await this.updateMergeRequest.execute(project, params.merge_request_iid, mergeRequestChanges(params), user);
    return this.read(call, project, params.merge_request_iid);
  }

  @Endpoint.delete('/projects/:id/merge_requests/:merge_request_iid', {
    summary: 'Delete a merge request',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.empty,
    refuses: [MergeRequestNotFound],
  })
  delete(@Call() { params, project, user, unlessModified }: CallOf<typeof MergeRequestParams>): Promise<void> {
    return this.deleteMergeRequest.execute(project, params.merge_request_iid, user, unlessModified);
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/subscribe', {
    summary: 'Subscribe to a merge request',
    can: abilities.updateMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(DetailedMergeRequestView),
    refuses: [MergeRequestNotFound, NotModified],
  })
  subscribe(@Call() call: CallOf<typeof MergeRequestParams>): Promise<DetailedMergeRequestView> {
    return this.setSubscribed(call, true);
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/unsubscribe', {
    summary: 'End the subscription to a merge request',
    can: abilities.updateMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(DetailedMergeRequestView),
    refuses: [MergeRequestNotFound, NotModified],
  })
  unsubscribe(@Call() call: CallOf<typeof MergeRequestParams>): Promise<DetailedMergeRequestView> {
    return this.setSubscribed(call, false);
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/participants', {
    summary: 'List who takes part in a merge request',
    can: abilities.readMergeRequest,
    params: PagedMergeRequestParams,
    returns: returns.page(UserBasicView),
    refuses: [MergeRequestNotFound],
  })
  async participants(@Call() call: CallOf<typeof PagedMergeRequestParams>): Promise<Page<UserBasicView>> {
    const { params, project, user, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.mergeRequestFacts.participants(project, params.merge_request_iid, user, request);
    return page.map((person) => presentUserBasic(person, caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/reviewers', {
    summary: 'List the reviewers of a merge request',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(z.array(ReviewerView)),
    refuses: [MergeRequestNotFound],
  })
  async reviewers(@Call() call: CallOf<typeof MergeRequestParams>): Promise<ReviewerView[]> {
    const { params, project, user, caller } = call;
    const reviewers = await this.mergeRequestFacts.reviewers(project, params.merge_request_iid, user);
    return reviewers.map((reviewer) => presentReviewer(reviewer, caller.baseUrl));
  }

  private async setSubscribed(
    call: CallOf<typeof MergeRequestParams>,
    subscribed: boolean,
  ): Promise<DetailedMergeRequestView> {
    const { params, project, user } = call;
    await this.subscribeToMergeRequest.execute(project, params.merge_request_iid, user, subscribed);
    return this.read(call, project, params.merge_request_iid);
  }

  private async read(
    { user, caller }: Pick<CallOf<typeof MergeRequestParams>, 'user' | 'caller'>,
    target: ProjectAccess,
    iid: number,
  ): Promise<DetailedMergeRequestView> {
    const detailed = await this.mergeRequestFacts.detailed(target, iid, user);
    return presentDetailedMergeRequest(detailed, caller.baseUrl);
  }
}
