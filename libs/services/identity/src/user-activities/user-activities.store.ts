import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { EXISTS, IS_PERSON } from '../users/users.store.js';

/** User with the last day of activity. */
export interface UserActivity {
  readonly username: string;
  /** `YYYY-MM-DD` in UTC. */
  readonly lastActivityOn: string;
}

const ACTIVE = `from users u where u.last_activity_on >= $1 and ${EXISTS} and ${IS_PERSON}`;
const PAGE = `
  select u.username, u.last_activity_on::text as "lastActivityOn" ${ACTIVE}
  order by u.last_activity_on, u.id limit $2 offset $3`;
const COUNT = `select count(*)::int as count from (select ${ACTIVE} limit $2) counted`;

/** All SQL about the activities of users. */
@Injectable()
export class UserActivitiesStore {
  /** Returns a page of the users who were active since a day, the longest inactive first. @param from `YYYY-MM-DD` */
  page(db: Db, from: string, request: PageRequest): Promise<Page<UserActivity>> {
    return readPage(db, request, {
      page: ({ page, perPage }) => [PAGE, [from, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [from, most]],
    });
  }
}
