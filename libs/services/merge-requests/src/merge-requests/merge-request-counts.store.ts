import { Injectable } from '@nestjs/common';
import { approximateCounts, type Db } from '@hearth/data';

const SOURCES = { mergeRequests: 'merge_requests where deleted_at is null', notes: 'notes' };

/** Numbers of merge requests and of notes on them. */
@Injectable()
export class MergeRequestCountsStore {
  counts(db: Db): Promise<Record<keyof typeof SOURCES, number>> {
    return approximateCounts(db, SOURCES);
  }
}
