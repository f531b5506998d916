import { Controller } from '@nestjs/common';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeBaseNotFound, ReadTookTooLong, RefNotFound, RefsUnknown, TooFewRefs } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { CompareFacts } from './compare.facts.js';
import { CompareParams, MergeBaseParams } from './compare.params.js';
import { CompareView, presentComparison } from './compare.view.js';

const READ = { can: abilities.downloadCode, authorize: 'before-params', routeBy: 'storage' } as const;

@Controller()
export class CompareController {
  constructor(private readonly compareFacts: CompareFacts) {}

  @Endpoint.get('/projects/:id/repository/compare', {
    summary: 'Compare two branches, tags or commits',
    ...READ,
    params: CompareParams,
    returns: returns.json(CompareView),
    refuses: [RefNotFound, ReadTookTooLong],
  })
  async compare(@Call() call: CallOf<typeof CompareParams>): Promise<CompareView> {
    const { from, to, straight = false } = call.params;
    return presentComparison(
      await withinTime(this.compareFacts.compare(readerOf(call), { from, to, straight }, { signal: call.signal })),
    );
  }

  @Endpoint.get('/projects/:id/repository/merge_base', {
    summary: 'Get the common ancestor of branches, tags or commits',
    ...READ,
    params: MergeBaseParams,
    returns: returns.json(CommitView),
    refuses: [TooFewRefs, RefsUnknown, MergeBaseNotFound, ReadTookTooLong],
  })
  async mergeBase(@Call() call: CallOf<typeof MergeBaseParams>): Promise<CommitView> {
    return presentCommit(await withinTime(this.compareFacts.mergeBase(readerOf(call), call.params.refs, call.signal)));
  }
}
