import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { imageFileName, imageType, type UploadedFile } from '@hearth/http';
import type { AvatarSubject } from './avatar.rules.js';
import { AvatarsStore } from './avatars.store.js';

/**
 * Handles the parameter `avatar` (`v4.optional(v4.file())`) when a project, a group or a topic is created or updated:
 *
 *     const errors = { ...otherErrors, ...avatarErrors(avatar) };      // avatar.rules.ts; refuse with them as with any
 *     await this.saveAvatar.execute(tx, { projectId }, avatar);        // in the write's transaction, after the row is inserted
 */
@Injectable()
export class SaveAvatar {
  constructor(private readonly avatarsStore: AvatarsStore) {}

  /**
   * Replaces the picture; null removes it, undefined keeps the present one. The subject's row exists, and updates hold its lock; the caller
   * sets its `updated_at`.
   * @param avatar a file without `avatarErrors`
   */
  async execute(tx: Tx, subject: AvatarSubject, avatar: UploadedFile | null | undefined): Promise<void> {
    if (avatar === undefined) return;
    if (avatar === null) return this.avatarsStore.remove(tx, subject);
    const contentType = imageType(avatar.name);
    if (contentType === undefined) throw new Error('A file that is no picture was to become an avatar');
    const { content } = avatar;
    await this.avatarsStore.put(tx, subject, { fileName: imageFileName(avatar.name), contentType, content });
  }
}
