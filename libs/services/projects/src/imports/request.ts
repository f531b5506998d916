import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { ImportRequestedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Keyring } from '@hearth/secrets';
import type { FieldErrors } from '../field-errors.rules.js';
import type { LockedProject } from '../projects/projects.store.js';
import { NAMESPACE_FULL } from '../refusals.js';
import { NamespaceStorageStore } from '../repositories/namespace-storage.store.js';
import { importErrors } from './import.rules.js';
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
    private readonly namespaceStorageStore: NamespaceStorageStore,
    private readonly keyring: Keyring,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the errors of a request to import into an existing, locked project; none without a URL. */
  async errors(tx: Tx, importUrl: string | undefined, project: LockedProject): Promise<FieldErrors> {
    const hasRoom = importUrl === undefined || (await this.namespaceStorageStore.hasRoom(tx, project.namespace.id));
    return { ...importErrors(importUrl, project.importStatus), ...(!hasRoom && { namespace: [NAMESPACE_FULL] }) };
  }

  /** Runs inside the transaction that creates or changes the project. @param importUrl URL without errors */
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
