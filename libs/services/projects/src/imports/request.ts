import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { ImportRequested } from '@hearth/contracts';
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
    private readonly imports: ImportsStore,
    private readonly keyring: Keyring,
    private readonly outbox: Outbox,
  ) {}

  /** As a part of creating the project. @param importUrl one that `importErrors` finds nothing wrong with */
  async within(tx: Tx, projectId: ProjectId, importUrl: string, userId: UserId): Promise<void> {
    await this.imports.schedule(tx, projectId, this.keyring.encrypt(importUrl, { ...COLUMN, id: projectId }));
    await this.outbox.append(tx, ImportRequested, { projectId, userId });
  }

  /** From where, for who copies it; null when nothing is to be imported (any more). */
  async source(projectId: ProjectId): Promise<string | null> {
    const sealed = await this.imports.source(this.db, projectId);
    return sealed === undefined ? null : this.keyring.decrypt(sealed, { ...COLUMN, id: projectId });
  }
}
