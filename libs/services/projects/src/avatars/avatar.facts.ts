import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { RouteNotFound } from '@hearth/http';
import type { AvatarSubject } from './avatar.rules.js';
import { AvatarsStore, type Avatar } from './avatars.store.js';

/** Reads avatars, for callers who may see the project, group or topic. */
@Injectable()
export class AvatarFacts {
  constructor(
    private readonly db: Database,
    private readonly avatarsStore: AvatarsStore,
  ) {}

  /**
   * @returns the picture, and a tag that changes with its bytes
   * @throws RouteNotFound where the subject has no picture of that name
   */
  async one(subject: AvatarSubject, fileName: string): Promise<Avatar & { etag: string }> {
    const avatar = await this.avatarsStore.find(this.db, subject, fileName);
    if (!avatar) throw RouteNotFound();
    return { ...avatar, etag: hash('sha256', avatar.content, 'base64url') };
  }
}
