import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { AttachmentNotFound } from '../refusals.js';
import {
  AttachmentsStore,
  type AttachmentContent,
  type AttachmentKey,
  type AttachmentRecord,
} from './attachments.store.js';

/** Reads attachments, for callers who may see the project. */
@Injectable()
export class AttachmentFacts {
  constructor(
    private readonly db: Database,
    private readonly attachmentsStore: AttachmentsStore,
  ) {}

  /** Returns a page of a project's files, newest first. */
  page(projectId: ProjectId, request: PageRequest): Promise<Page<AttachmentRecord>> {
    return this.attachmentsStore.page(this.db, projectId, request);
  }

  /** @throws AttachmentNotFound */
  async content(projectId: ProjectId, key: AttachmentKey): Promise<AttachmentContent> {
    const found = await this.attachmentsStore.content(this.db, projectId, key);
    if (!found) throw AttachmentNotFound();
    return found;
  }
}
