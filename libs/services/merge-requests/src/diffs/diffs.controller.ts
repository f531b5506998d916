import { Controller } from '@nestjs/common';
import { CommitView, DiffEntryView, presentCommit, presentDiffEntry } from '@hearth/repository-contracts';
import { Call, Endpoint, returns, type CallOf, type Page, type Stream } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { MergeRequestParams, PagedMergeRequestParams } from '../merge-requests/merge-request.params.js';
import { presentDetailedMergeRequest } from '../merge-requests/merge-request.view.js';
import { MergeRequestNotFound, RawDiffTooLarge, VersionNotFound } from '../refusals.js';
import { DiffFacts } from './diff.facts.js';
import { VersionParams } from './diff.params.js';
import {
  DetailedVersionView,
  MergeRequestChangesView,
  VersionView,
  presentDetailedVersion,
  presentRawDiff,
  presentVersion,
} from './diff.view.js';

/** Commits, changed files and versions of merge requests. */
@Controller()
export class DiffsController {
  constructor(
    private readonly diffFacts: DiffFacts,
    private readonly mergeRequestFacts: MergeRequestFacts,
  ) {}

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/commits', {
    summary: 'List the commits of a merge request',
    can: abilities.readMergeRequest,
    params: PagedMergeRequestParams,
    returns: returns.page(CommitView),
    refuses: [MergeRequestNotFound],
  })
  async commits(@Call() call: CallOf<typeof PagedMergeRequestParams>): Promise<Page<CommitView>> {
    const { params, project, user } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.diffFacts.commits(project, params.merge_request_iid, user, request);
    return page.map(presentCommit);
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/changes', {
    summary: 'Get a merge request with the files that it changes',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.json(MergeRequestChangesView),
    refuses: [MergeRequestNotFound],
  })
  async changes(@Call() call: CallOf<typeof MergeRequestParams>): Promise<MergeRequestChangesView> {
    const { params, project, user, caller } = call;
    const record = await this.mergeRequestFacts.one(project, params.merge_request_iid, user);
    const [detailed, files] = await Promise.all([
      this.mergeRequestFacts.detail(record, project, user),
      this.diffFacts.changesOf(record),
    ]);
    return { ...presentDetailedMergeRequest(detailed, caller.baseUrl), changes: files.map(presentDiffEntry) };
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/diffs', {
    summary: 'List the files that a merge request changes',
    can: abilities.readMergeRequest,
    params: PagedMergeRequestParams,
    returns: returns.page(DiffEntryView),
    refuses: [MergeRequestNotFound],
  })
  async diffs(@Call() call: CallOf<typeof PagedMergeRequestParams>): Promise<Page<DiffEntryView>> {
    const { params, project, user } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.diffFacts.pageOfChanges(project, params.merge_request_iid, user, request);
    return page.map(presentDiffEntry);
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/raw_diffs', {
    summary: 'Read the diff of a merge request as a text',
    can: abilities.readMergeRequest,
    params: MergeRequestParams,
    returns: returns.stream('text/plain'),
    refuses: [MergeRequestNotFound, RawDiffTooLarge],
  })
  async raw(@Call() { params, project, user }: CallOf<typeof MergeRequestParams>): Promise<Stream> {
    return presentRawDiff(await this.diffFacts.raw(project, params.merge_request_iid, user));
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/versions', {
    summary: 'List the versions of a merge request',
    can: abilities.readMergeRequest,
    params: PagedMergeRequestParams,
    returns: returns.page(VersionView),
    refuses: [MergeRequestNotFound],
  })
  async versions(@Call() call: CallOf<typeof PagedMergeRequestParams>): Promise<Page<VersionView>> {
    const { params, project, user } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.diffFacts.versions(project, params.merge_request_iid, user, request);
    return page.map(presentVersion);
  }

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/versions/:version_id', {
    summary: 'Get a version of a merge request with its commits and changes',
    can: abilities.readMergeRequest,
    params: VersionParams,
    returns: returns.json(DetailedVersionView),
    refuses: [MergeRequestNotFound, VersionNotFound],
  })
  async version(@Call() call: CallOf<typeof VersionParams>): Promise<DetailedVersionView> {
    const { params, project, user } = call;
    const { merge_request_iid: iid, version_id: versionId } = params;
    const { version, commits, files } = await this.diffFacts.version(project, iid, versionId, user);
    return presentDetailedVersion(version, commits, files);
  }
}
