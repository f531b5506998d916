import { Controller } from '@nestjs/common';
import { SignaturesBusy } from '@hearth/identity-contracts';
import { DiffEntryView, presentDiffEntry } from '@hearth/repository-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CommitNotFound, ReadTookTooLong, SignatureNotFound } from '../refusals.js';
import {
  CommitDetailView,
  CommitSequenceView,
  ListedCommitView,
  RefView,
  presentCommitDetail,
  presentListedCommit,
} from './commit.view.js';
import { CommitSignatureFacts } from './commit-signature.facts.js';
import { CommitSignatureView, presentCommitSignature } from './commit-signature.view.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { CommitsFacts } from './commits.facts.js';
import {
  CommitDiffParams,
  CommitParams,
  CommitRefsParams,
  CommitSequenceParams,
  CommitSignatureParams,
  CommitsParams,
} from './commits.params.js';

const READ = { can: abilities.downloadCode, authorize: 'before-params', routeBy: 'storage' } as const;

@Controller()
export class CommitsController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly commitSignatureFacts: CommitSignatureFacts,
  ) {}

  @Endpoint.get('/projects/:id/repository/commits', {
    summary: 'List the commits of a branch or tag',
    ...READ,
    params: CommitsParams,
    returns: returns.page(ListedCommitView),
    refuses: [ReadTookTooLong],
  })
  async list(@Call() call: CallOf<typeof CommitsParams>): Promise<Page<ListedCommitView>> {
    const { ref_name: ref, since, until, path, all, with_stats: withStats, page, per_page: perPage } = call.params;
    const { author, first_parent: firstParent, order } = call.params;
    const filters = { ref, since, until, path, all, author, firstParent, topological: order === 'topo' };
    const query = { ...filters, withStats, page, perPage };
    return (await withinTime(this.commitsFacts.page(readerOf(call), query, call.signal))).map(presentListedCommit);
  }

  @Endpoint.get('/projects/:id/repository/commits/:sha', {
    summary: 'Get a commit',
    ...READ,
    jobTokens: true,
    params: CommitParams,
    returns: returns.json(CommitDetailView),
    refuses: [CommitNotFound, ReadTookTooLong],
  })
  async get(@Call() call: CallOf<typeof CommitParams>): Promise<CommitDetailView> {
    const { params, signal } = call;
    const fact = await withinTime(this.commitsFacts.detail(readerOf(call), params.sha, params.stats ?? true, signal));
    return presentCommitDetail(fact);
  }

  @Endpoint.get('/projects/:id/repository/commits/:sha/diff', {
    summary: 'Get the diff of a commit',
    ...READ,
    params: CommitDiffParams,
    returns: returns.json(DiffEntryView.array()),
    refuses: [CommitNotFound, ReadTookTooLong],
  })
  async diff(@Call() call: CallOf<typeof CommitDiffParams>): Promise<DiffEntryView[]> {
    const { params, signal } = call;
    const { files } = await withinTime(this.commitsFacts.diff(readerOf(call), params.sha, { signal }));
    return files.map(presentDiffEntry);
  }

  @Endpoint.get('/projects/:id/repository/commits/:sha/signature', {
    summary: 'Get the signature of a commit',
    ...READ,
    costly: true,
    params: CommitSignatureParams,
    returns: returns.json(CommitSignatureView),
    refuses: [CommitNotFound, SignatureNotFound, SignaturesBusy],
  })
  async signature(@Call() call: CallOf<typeof CommitSignatureParams>): Promise<CommitSignatureView> {
    const reader = readerOf(call);
    const { commit } = await this.commitsFacts.one(reader, call.params.sha, false);
    const signature = await this.commitSignatureFacts.of(reader, commit);
    if (!signature) throw SignatureNotFound();
    return presentCommitSignature(signature);
  }

  @Endpoint.get('/projects/:id/repository/commits/:sha/sequence', {
    summary: 'Count the commits that a commit contains',
    ...READ,
    params: CommitSequenceParams,
    returns: returns.json(CommitSequenceView),
    refuses: [CommitNotFound, ReadTookTooLong],
  })
  async sequence(@Call() call: CallOf<typeof CommitSequenceParams>): Promise<CommitSequenceView> {
    const { sha, first_parent: firstParent = false } = call.params;
    return { count: await withinTime(this.commitsFacts.sequence(readerOf(call), sha, firstParent, call.signal)) };
  }

  @Endpoint.get('/projects/:id/repository/commits/:sha/refs', {
    summary: 'List the branches and tags that contain a commit',
    ...READ,
    params: CommitRefsParams,
    returns: returns.page(RefView),
    refuses: [CommitNotFound, ReadTookTooLong],
  })
  refs(@Call() call: CallOf<typeof CommitRefsParams>): Promise<Page<RefView>> {
    const { params, signal } = call;
    const { sha, type = 'all', page, per_page: perPage } = params;
    return withinTime(this.commitsFacts.refs(readerOf(call), { sha, type, page, perPage }, signal));
  }
}
