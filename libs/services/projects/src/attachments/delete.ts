import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound, requireAbility, type UnlessModified } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { AttachmentNotFound } from '../refusals.js';
import { AttachmentsStore, type AttachmentKey } from './attachments.store.js';

/** Deletes a file of a project; links to it stay. */
@Injectable()
export class DeleteAttachment {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly attachmentsStore: AttachmentsStore,
  ) {}

  /** @throws AttachmentNotFound, PreconditionFailed, Forbidden; ProjectNotFound when it was deleted meanwhile */
  execute(projectId: ProjectId, key: AttachmentKey, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, actor);
      if (!standing) throw ProjectNotFound();
      requireAbility(abilities.manageAttachment, standing, actor);
      const attachment = await this.attachmentsStore.lock(tx, projectId, key);
      if (!attachment) throw AttachmentNotFound();
      unlessModified(attachment.createdAt);
      await this.attachmentsStore.delete(tx, attachment.id);
    });
  }
}
