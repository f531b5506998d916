import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { RouteNotFound } from '@hearth/http';
import { NoAvatar } from '../refusals.js';
import type { AvatarSubject } from './avatar.rules.js';
import { AvatarsStore, type Avatar } from './avatars.store.js';

/** Picture with a tag that changes with its bytes. */
type TaggedAvatar = Avatar & { readonly etag: string };

/** Reads avatars, for callers who may see the project, group or topic. */
@Injectable()
export class AvatarFacts {
  constructor(
    private readonly db: Database,
    private readonly avatarsStore: AvatarsStore,
  ) {}

  /** @throws RouteNotFound where the subject has no picture of that name */
  async one(subject: AvatarSubject, fileName: string): Promise<TaggedAvatar> {
    const avatar = await this.avatarsStore.find(this.db, subject, fileName);
    if (!avatar) throw RouteNotFound();
    return withTag(avatar);
  }

  /** The present picture. @throws NoAvatar where the subject has none */
  async present(subject: AvatarSubject): Promise<TaggedAvatar> {
    const avatar = await this.avatarsStore.present(this.db, subject);
    if (!avatar) throw NoAvatar();
    return withTag(avatar);
  }
}

function withTag(avatar: Avatar): TaggedAvatar {
  return { ...avatar, etag: hash('sha256', avatar.content, 'base64url') };
}
