import { Injectable } from '@nestjs/common';
import { approximateCounts, type Db } from '@hearth/data';

const SOURCES = {
  forks: 'projects where forked_from_id is not null',
  issues: 'issues',
  notes: 'notes',
  snippets: 'snippets',
  milestones: 'milestones',
  projects: 'projects',
  groups: `namespaces where kind = 'group'`,
};

/** Numbers of the records of this service. */
@Injectable()
export class ApplicationStatisticsStore {
  counts(db: Db): Promise<Record<keyof typeof SOURCES, number>> {
    return approximateCounts(db, SOURCES);
  }
}
