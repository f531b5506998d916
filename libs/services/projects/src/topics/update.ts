import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UploadedFile } from '@hearth/http';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { RecordNotFound, TopicInvalid } from '../refusals.js';
import { NAME_IN_USE, topicErrors, type TopicColumns } from './topic.rules.js';
import { TopicsStore } from './topics.store.js';

type Changes = { readonly [Column in keyof TopicColumns]?: TopicColumns[Column] | undefined };

/** Changes a topic, which then stays without projects too. */
@Injectable()
export class UpdateTopic {
  constructor(
    private readonly db: Database,
    private readonly topicsStore: TopicsStore,
    private readonly saveAvatar: SaveAvatar,
  ) {}

  /**
   * @param changes undefined values stay
   * @param avatar null removes the picture
   * @throws RecordNotFound, TopicInvalid
   */
  execute(id: number, changes: Changes, avatar: UploadedFile | null | undefined): Promise<void> {
    return this.db.tx(async (tx) => {
      const topic = await this.topicsStore.lock(tx, id);
      if (!topic) throw RecordNotFound();
      const { name = topic.name, title = topic.title, description = topic.description } = changes;
      const isRenamed = name !== topic.name;
      const taken = isRenamed && (await this.topicsStore.isTaken(tx, name, id));
      const errors = {
        ...(isRenamed && topic.totalCount > 0 && NAME_IN_USE),
        ...topicErrors({ name, title, description }, taken),
        ...avatarErrors(avatar),
      };
      if (Object.keys(errors).length > 0) throw TopicInvalid({ errors });
      await this.topicsStore.update(tx, id, { name, title, description });
      await this.saveAvatar.execute(tx, { topicId: id }, avatar);
    });
  }
}
