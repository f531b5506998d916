import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Clock } from '../clock.js';
import { UserActivitiesStore, type UserActivity } from './user-activities.store.js';

const MONTHS = 6;

/** Reads of the activities of users. */
@Injectable()
export class UserActivityFacts {
  constructor(
    private readonly db: Database,
    private readonly userActivitiesStore: UserActivitiesStore,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of the users who were active since a day. @param from `YYYY-MM-DD`; undefined: six months ago */
  page(from: string | undefined, request: PageRequest): Promise<Page<UserActivity>> {
    return this.userActivitiesStore.page(this.db, from ?? this.monthsAgo(), request);
  }

  private monthsAgo(): string {
    const day = this.clock.now();
    day.setUTCMonth(day.getUTCMonth() - MONTHS);
    return day.toISOString().slice(0, 10);
  }
}
