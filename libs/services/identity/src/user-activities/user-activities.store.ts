import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import { EXISTS, IS_PERSON } from '../users/users.store.js';

/** User with the last day of activity. */
export interface UserActivity {
  readonly username: string;
  /** `YYYY-MM-DD` in UTC. */
  readonly lastActivityOn: string;
}

/** All SQL about the activities of users. */
@Injectable()
export class UserActivitiesStore {
  /** Returns a page of the users who were active since a day, the longest inactive first. @param from `YYYY-MM-DD` */
  page(db: Db, from: string, request: PageRequest): Promise<Page<UserActivity>> {
    const columns = 'u.username, u.last_activity_on::text as "lastActivityOn"';
    const rows = (parameter: Parameter) =>
      `from users u where u.last_activity_on >= ${parameter(from)} and ${EXISTS} and ${IS_PERSON}`;
    return readPage(db, request, plainList({ columns, rows, order: 'u.last_activity_on, u.id' }));
  }
}
