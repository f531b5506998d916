import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { MemberSource } from '../members/membership.rules.js';
import { MilestoneNotFound } from '../refusals.js';
import { MilestonesStore, type MilestoneFilters, type MilestoneRecord } from './milestones.store.js';

/** Milestone records for answers. */
@Injectable()
export class MilestoneFacts {
  constructor(
    private readonly db: Database,
    private readonly milestonesStore: MilestonesStore,
  ) {}

  /** Returns a page of the milestones of the project or group, newest first. */
  page(parent: MemberSource, filters: MilestoneFilters, request: PageRequest): Promise<Page<MilestoneRecord>> {
    return this.milestonesStore.page(this.db, parent, filters, request);
  }

  /** @throws MilestoneNotFound */
  async one(parent: MemberSource, id: number): Promise<MilestoneRecord> {
    const milestone = await this.milestonesStore.find(this.db, parent, id);
    if (!milestone) throw MilestoneNotFound();
    return milestone;
  }
}
