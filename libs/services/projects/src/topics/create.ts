import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UploadedFile } from '@hearth/http';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { TopicInvalid } from '../refusals.js';
import { topicErrors, type TopicColumns } from './topic.rules.js';
import { TopicsStore } from './topics.store.js';

/** Creates a topic. */
@Injectable()
export class CreateTopic {
  constructor(
    private readonly db: Database,
    private readonly topicsStore: TopicsStore,
    private readonly saveAvatar: SaveAvatar,
  ) {}

  /** @returns its id @throws TopicInvalid */
  execute(topic: TopicColumns, avatar: UploadedFile | null | undefined): Promise<number> {
    return this.db.tx(async (tx) => {
      const taken = await this.topicsStore.isTaken(tx, topic.name, null);
      const errors = { ...topicErrors(topic, taken), ...avatarErrors(avatar) };
      if (Object.keys(errors).length > 0) throw TopicInvalid({ errors });
      const topicId = await this.topicsStore.insert(tx, topic);
      if (topicId === undefined) throw TopicInvalid({ errors: topicErrors(topic, true) });
      await this.saveAvatar.execute(tx, { topicId }, avatar);
      return topicId;
    });
  }
}
