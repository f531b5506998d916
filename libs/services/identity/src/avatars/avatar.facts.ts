import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { AvatarNotFound } from '../refusals.js';
import type { AvatarEntity } from './avatar.entity.js';
import { AvatarsStore } from './avatars.store.js';

/** Reads of users' avatars. */
@Injectable()
export class AvatarFacts {
  constructor(
    private readonly db: Database,
    private readonly avatarsStore: AvatarsStore,
  ) {}

  /** @throws AvatarNotFound, also for the name of a replaced avatar */
  async one(userId: number, fileName: string): Promise<AvatarEntity> {
    const avatar = await this.avatarsStore.find(this.db, userId, fileName);
    if (!avatar) throw AvatarNotFound();
    return avatar;
  }
}
