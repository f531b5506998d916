import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import type { Notification } from '../notifications/notification.facts.js';
import { dueAt } from './digest.rules.js';
import { DigestsStore } from './digests.store.js';

/** Keeps the mails of users who have chosen a digest. */
@Injectable()
export class GatherMails {
  constructor(private readonly digestsStore: DigestsStore) {}

  /** Stores those mails in the caller's transaction. @returns the others, which are sent one by one */
  async execute(tx: Tx, mails: readonly Notification[], now = new Date()): Promise<Notification[]> {
    const userIds = mails.map(({ userId }) => userId);
    const chosen = await this.digestsStore.chosenBy(tx, userIds);
    const entries = mails.flatMap((notification) => {
      const { userId } = notification;
      const digest = chosen.get(userId);
      return digest === undefined ? [] : [{ userId, notification, dueAt: dueAt(digest, now) }];
    });
    await this.digestsStore.insert(tx, entries);
    return mails.filter(({ userId }) => !chosen.has(userId));
  }
}
