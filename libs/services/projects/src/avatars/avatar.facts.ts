import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { RouteNotFound } from '@hearth/http';
import type { AvatarHolder } from './avatar.rules.js';
import { AvatarsStore, type Avatar } from './avatars.store.js';

/** Reads of pictures, for whoever may see their holder. */
@Injectable()
export class AvatarFacts {
  constructor(
    private readonly db: Database,
    private readonly avatars: AvatarsStore,
  ) {}

  /**
   * @returns the picture, and a tag that changes with its bytes
   * @throws RouteNotFound where the holder has no picture of that name
   */
  async one(holder: AvatarHolder, fileName: string): Promise<Avatar & { etag: string }> {
    const avatar = await this.avatars.find(this.db, holder, fileName);
    if (!avatar) throw RouteNotFound();
    return { ...avatar, etag: hash('sha256', avatar.content, 'base64url') };
  }
}
