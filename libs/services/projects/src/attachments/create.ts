import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { EntityTooLarge, ProjectNotFound, requireAbility, type ReceiveFile } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { AttachmentMissing } from '../refusals.js';
import { attachmentLimits } from './attachment-limits.js';
import { attachmentName, MOST_ATTACHMENTS } from './attachment.rules.js';
import { AttachmentsStore, type Attachment } from './attachments.store.js';

const SECRET_BYTES = 16;

/** Stores a file for the texts of a project. */
@Injectable()
export class CreateAttachment {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly attachmentsStore: AttachmentsStore,
  ) {}

  /**
   * @throws AttachmentMissing; EntityTooLarge for a file above its limit, and when the project would have too many; Forbidden; ProjectNotFound when
   * it was deleted meanwhile
   */
  async execute(projectId: ProjectId, actor: Principal, receive: ReceiveFile): Promise<Attachment> {
    const limits = attachmentLimits();
    const file = await receive(limits.file, async ({ name, content }) => ({
      fileName: attachmentName(name),
      content: await contentOf(content, limits.file),
    }));
    if (!file) throw AttachmentMissing();
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, actor);
      if (!standing) throw ProjectNotFound();
      requireAbility(abilities.uploadAttachment, standing, actor);
      const { count, bytes } = await this.attachmentsStore.total(tx, projectId);
      if (count >= MOST_ATTACHMENTS || bytes + file.content.length > limits.project) throw EntityTooLarge();
      return this.attachmentsStore.insert(tx, projectId, actor.userId, { secret, ...file });
    });
  }
}

async function contentOf(content: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw EntityTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
