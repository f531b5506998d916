import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { EXISTS } from '../users/users.store.js';
import { AvatarEntity } from './avatar.entity.js';

const FIND = `
  select a.user_id as "userId", a.file_name as "fileName", a.content, a.etag
  from user_avatars a join users u on u.id = a.user_id
  where a.user_id = $1 and a.file_name = $2::text and ${EXISTS}`;

/** All SQL about avatars. `users.avatar_file` has the file name, so that lists do not read this table. */
@Injectable()
export class AvatarsStore {
  async find(db: Db, userId: number, fileName: string): Promise<AvatarEntity | undefined> {
    const [avatar] = await db.prepared<AvatarEntity & Record<string, unknown>>(FIND, [userId, fileName]);
    return avatar;
  }

  /** Replaces the user's avatar. */
  async put(tx: Tx, avatar: AvatarEntity): Promise<void> {
    await tx.repository(AvatarEntity).upsert(avatar, ['userId']);
  }

  async remove(tx: Tx, userId: number): Promise<void> {
    await tx.repository(AvatarEntity).delete({ userId });
  }
}
