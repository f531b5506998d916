import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { RecordNotFound } from '../refusals.js';
import { ReplaceTopic } from './replace.js';
import { TopicsStore } from './topics.store.js';

/** Deletes a topic, and removes it from the projects that have it. */
@Injectable()
export class DeleteTopic {
  constructor(
    private readonly db: Database,
    private readonly topicsStore: TopicsStore,
    private readonly replaceTopic: ReplaceTopic,
  ) {}

  /** @throws RecordNotFound, PreconditionFailed */
  async execute(id: number, unlessModified: UnlessModified): Promise<void> {
    const topic = await this.db.tx(async (tx) => {
      const found = await this.topicsStore.lock(tx, id);
      if (!found) throw RecordNotFound();
      unlessModified(found.updatedAt);
      return found;
    });
    await this.replaceTopic.execute(topic, null);
  }
}
