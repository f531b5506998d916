import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, Stream, type CallOf, type EndpointCall } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import { parseRange } from '../compare/compare-pages.view.js';
import { CompareFacts } from '../compare/compare.facts.js';
import type { PatchFormat } from '../git/history/patches.js';
import { CommitPathParams, ProjectPageParams, refPath } from '../pages/page.params.js';
import { CommitNotFound, RefNotFound, TooManyGits } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { PatchesFacts, type PatchFact } from './patches.facts.js';

const DOWNLOAD = {
  at: 'root',
  credentials: 'token-or-session',
  can: abilities.downloadCode,
  authorize: 'before-params',
  routeBy: 'storage',
  returns: returns.stream('text/plain'),
} as const;
const OF_COMMIT = { ...DOWNLOAD, refuses: [CommitNotFound, TooManyGits] } as const;
const OF_RANGE = { ...DOWNLOAD, slashes: ['range'], refuses: [RefNotFound, TooManyGits] } as const;

const RangeParams = ProjectPageParams.extend({ range: refPath.describe('Two branches, tags or commits, as `a...b`') });

/** Commits and comparisons in mbox format (`.patch`) and as diffs (`.diff`), at the addresses of their pages with that suffix. */
@Controller()
export class PatchesController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly compareFacts: CompareFacts,
    private readonly patchesFacts: PatchesFacts,
  ) {}

  @Endpoint.get('/-/project/:id/commit/:sha.patch', {
    summary: 'Download a commit in mbox format, for git am',
    ...OF_COMMIT,
    params: CommitPathParams,
  })
  patchOfCommit(@Call() call: CallOf<typeof CommitPathParams>) {
    return this.ofCommit(call, 'patch');
  }

  @Endpoint.get('/-/project/:id/commit/:sha.diff', {
    summary: 'Download the changes of a commit as a diff',
    ...OF_COMMIT,
    params: CommitPathParams,
  })
  diffOfCommit(@Call() call: CallOf<typeof CommitPathParams>) {
    return this.ofCommit(call, 'diff');
  }

  @Endpoint.get('/-/project/:id/compare/:range.patch', {
    summary: 'Download the commits between two refs in mbox format, for git am',
    ...OF_RANGE,
    params: RangeParams,
  })
  patchOfRange(@Call() call: CallOf<typeof RangeParams>) {
    return this.ofRange(call, 'patch');
  }

  @Endpoint.get('/-/project/:id/compare/:range.diff', {
    summary: 'Download the changes between two refs as a diff',
    ...OF_RANGE,
    params: RangeParams,
  })
  diffOfRange(@Call() call: CallOf<typeof RangeParams>) {
    return this.ofRange(call, 'diff');
  }

  private async ofCommit(call: CallOf<typeof CommitPathParams>, format: PatchFormat): Promise<Stream> {
    const { repository, commit } = await this.commitsFacts.find(readerOf(call), call.params.sha);
    return this.stream(call, { repository, commit: commit.id, since: commit.parents[0] ?? null, format });
  }

  private async ofRange(call: CallOf<typeof RangeParams>, format: PatchFormat): Promise<Stream> {
    const refs = parseRange(call.params.range);
    if (!refs) throw RefNotFound();
    const commits = await this.compareFacts.find(readerOf(call), refs);
    return this.stream(call, await this.patchesFacts.between(commits, format));
  }

  private async stream({ caller, project, signal }: EndpointCall<unknown>, fact: PatchFact): Promise<Stream> {
    const text = await this.patchesFacts.make(fact, { caller, projectId: project.project.id, signal });
    return new Stream(text, {
      type: 'text/plain; charset=utf-8',
      etag: `${fact.since}-${fact.commit}.${fact.format}`,
      disposition: 'inline',
      headers: { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' },
    });
  }
}
