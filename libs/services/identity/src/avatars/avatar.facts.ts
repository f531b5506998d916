import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { AvatarNotFound } from '../refusals.js';
import type { AvatarEntity } from './avatar.entity.js';
import { AvatarsStore } from './avatars.store.js';

/** What is read of the pictures of users. */
@Injectable()
export class AvatarFacts {
  constructor(
    private readonly database: Database,
    private readonly avatars: AvatarsStore,
  ) {}

  /** @throws AvatarNotFound, also for the name of an earlier picture */
  async one(userId: number, fileName: string): Promise<AvatarEntity> {
    const avatar = await this.avatars.find(this.database, userId, fileName);
    if (!avatar) throw AvatarNotFound();
    return avatar;
  }
}
