import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Database } from '@hearth/data';
import { CountUsersQuery } from '@hearth/identity-contracts';
import { CountMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { ApplicationStatisticsStore } from './application-statistics.store.js';

/** Numbers of the records that the instance has. */
@Injectable()
export class ApplicationStatisticsFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly applicationStatisticsStore: ApplicationStatisticsStore,
  ) {}

  async current() {
    const [own, users, { mergeRequests, notes }] = await Promise.all([
      this.applicationStatisticsStore.counts(this.db),
      this.calls.query(CountUsersQuery, {}),
      this.calls.query(CountMergeRequestsQuery, {}),
    ]);
    return { ...own, ...users, mergeRequests, notes: own.notes + notes };
  }
}
export type ApplicationStatistics = Awaited<ReturnType<ApplicationStatisticsFacts['current']>>;
