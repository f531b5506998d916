import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { RecordNotFound, TopicsIdentical } from '../refusals.js';
import { ReplaceTopic } from './replace.js';
import { TopicsStore } from './topics.store.js';

/** Gives the projects of a topic another one, and deletes the first. */
@Injectable()
export class MergeTopics {
  constructor(
    private readonly db: Database,
    private readonly topicsStore: TopicsStore,
    private readonly replaceTopic: ReplaceTopic,
  ) {}

  /** @throws RecordNotFound, TopicsIdentical */
  async execute(sourceId: number, targetId: number): Promise<void> {
    const source = await this.topicsStore.nameOf(this.db, sourceId);
    const target = await this.topicsStore.nameOf(this.db, targetId);
    if (source === undefined || target === undefined) throw RecordNotFound();
    if (sourceId === targetId) throw TopicsIdentical();
    await this.replaceTopic.execute({ id: sourceId, name: source }, target);
  }
}
