import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { ImportRequestedEvent } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Keyring } from '@hearth/secrets';
import { ImportsStore } from './imports.store.js';

const COLUMN = { service: 'projects', table: 'projects', column: 'import_url' };

/** Has a project's repository copied from elsewhere. The address may hold a password, so it is kept encrypted and only until the end. */
@Injectable()
export class RequestImport {
  constructor(
    private readonly db: Database,
    private readonly importsStore: ImportsStore,
    private readonly keyring: Keyring,
    private readonly outbox: Outbox,
  ) {}

  /** As a part of creating the project. @param importUrl one that `importErrors` finds nothing wrong with */
  async within(tx: Tx, projectId: ProjectId, importUrl: string, userId: UserId): Promise<void> {
    await this.importsStore.schedule(tx, projectId, this.keyring.encrypt(importUrl, { ...COLUMN, id: projectId }));
    await this.outbox.append(tx, ImportRequestedEvent, { projectId, userId });
  }

  /** From where, for who copies it: an address or the source of a fork; both null when nothing is to be copied (any more). */
  async source(projectId: ProjectId): Promise<{ url: string | null; forkedFromId: ProjectId | null }> {
    const source = await this.importsStore.source(this.db, projectId);
    if (!source || source.importUrl === null) return { url: null, forkedFromId: source?.forkedFromId ?? null };
    return { url: this.keyring.decrypt(source.importUrl, { ...COLUMN, id: projectId }), forkedFromId: null };
  }
}
