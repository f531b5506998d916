import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { projectsCaller, type CallerFields } from '../access/projects-caller.js';
import { RecordNotFound } from '../refusals.js';
import { TopicsStore, type TopicFilters, type TopicRecord } from './topics.store.js';

/** Topics that the caller may know: those that an admin made, and those of projects of a visibility that is open to the caller. */
@Injectable()
export class TopicFacts {
  constructor(
    private readonly db: Database,
    private readonly topicsStore: TopicsStore,
  ) {}

  /** Returns a page of topics, those with the most projects first. */
  page(principal: CallerFields | null, filters: TopicFilters, request: PageRequest): Promise<Page<TopicRecord>> {
    return this.topicsStore.page(this.db, projectsCaller(principal), filters, request);
  }

  /** @throws RecordNotFound */
  async one(principal: CallerFields | null, id: number): Promise<TopicRecord> {
    const topic = await this.topicsStore.find(this.db, projectsCaller(principal), id);
    if (!topic) throw RecordNotFound();
    return topic;
  }
}
