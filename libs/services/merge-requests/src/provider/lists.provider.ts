import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { OutputOf } from '@hearth/contract-kit';
import { CountMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { MergeRequestCountsStore } from '../merge-requests/merge-request-counts.store.js';

/** Answers what other services ask of all merge requests. */
@Controller()
export class ListsProvider {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestCountsStore: MergeRequestCountsStore,
  ) {}

  @Answers(CountMergeRequestsQuery)
  count(): Promise<OutputOf<typeof CountMergeRequestsQuery>> {
    return this.mergeRequestCountsStore.counts(this.db);
  }
}
