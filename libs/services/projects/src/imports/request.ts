import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { ImportRequestedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Keyring } from '@hearth/secrets';
import { ImportsStore } from './imports.store.js';

const COLUMN = { service: 'projects', table: 'projects', column: 'import_url' };

/**
 * Requests the copy of another repository into a project. The URL may hold a password, so it is stored encrypted and only until the copy has
 * ended.
 */
@Injectable()
export class RequestImport {
  constructor(
    private readonly db: Database,
    private readonly importsStore: ImportsStore,
    private readonly keyring: Keyring,
    private readonly outbox: Outbox,
  ) {}

  /** Runs inside the transaction that creates the project. @param importUrl URL without `importErrors` */
  async within(tx: Tx, projectId: ProjectId, importUrl: string, userId: UserId): Promise<void> {
    await this.importsStore.schedule(tx, projectId, this.keyring.encrypt(importUrl, { ...COLUMN, id: projectId }));
    await this.outbox.append(tx, ImportRequestedEvent, { projectId, userId });
  }

  /** Source of the copy, for the service that copies: a URL or the source project of a fork; both null when nothing is to be copied (any more). */
  async source(projectId: ProjectId): Promise<{ url: string | null; forkedFromId: ProjectId | null }> {
    const source = await this.importsStore.source(this.db, projectId);
    if (!source || source.importUrl === null) return { url: null, forkedFromId: source?.forkedFromId ?? null };
    return { url: this.keyring.decrypt(source.importUrl, { ...COLUMN, id: projectId }), forkedFromId: null };
  }
}
