import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { TopicsStore } from './topics.store.js';

/** Replaces a topic in the lists of all projects and deletes it. */
@Injectable()
export class ReplaceTopic {
  constructor(
    private readonly db: Database,
    private readonly topicsStore: TopicsStore,
  ) {}

  /**
   * Changes a thousand projects in one transaction, so that no lock is held for long. Broken off, it leaves the topic with the projects that
   * are left, and can be repeated. A project that gets the topic meanwhile keeps it.
   * @param by name of another topic; null only removes it
   */
  async execute({ id, name }: { readonly id: number; readonly name: string }, by: string | null): Promise<void> {
    let changed: number;
    do changed = await this.db.tx((tx) => this.topicsStore.replace(tx, name, by));
    while (changed > 0);
    await this.db.tx((tx) => this.topicsStore.deleteUnused(tx, id));
  }
}
