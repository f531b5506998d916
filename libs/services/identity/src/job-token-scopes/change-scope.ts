import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { holderNotFound, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { CredentialHoldersStore } from '../credential-holders/credential-holders.store.js';
import { AllowedAlready, AllowlistFull, NotAllowed } from '../refusals.js';
import { JobTokenScopesStore } from './job-token-scopes.store.js';

/** Most projects, and most groups, of an allowlist. */
const MOST = 200;

/** Changes which other projects' job tokens may read a project. */
@Injectable()
export class ChangeJobTokenScope {
  constructor(
    private readonly db: Database,
    private readonly jobTokenScopesStore: JobTokenScopesStore,
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly access: AccessResolver,
    private readonly audit: Audit,
  ) {}

  /** Limits the access to the allowlists, or opens it to the jobs of all projects. @throws ProjectNotFound when it was deleted meanwhile */
  async limit(projectId: ProjectId, enabled: boolean): Promise<void> {
    await this.write(projectId, 'job_token_scope.updated', { enabled }, (tx) =>
      this.jobTokenScopesStore.limit(tx, projectId, enabled),
    );
  }

  /**
   * Adds a project or group to an allowlist.
   * @throws ProjectNotFound, GroupNotFound also for one that is not visible to the caller; AllowedAlready, AllowlistFull
   */
  async allow(projectId: ProjectId, source: CredentialHolder, caller: Principal): Promise<void> {
    await this.requireVisible(source, caller);
    await this.write(projectId, 'job_token_scope.added', { ...source }, async (tx) => {
      if ((await this.jobTokenScopesStore.count(tx, projectId, source.kind, MOST)) >= MOST)
        throw AllowlistFull({ most: MOST });
      if (!(await this.jobTokenScopesStore.add(tx, projectId, source))) throw AllowedAlready({ kind: source.kind });
    });
  }

  /** Removes a project or group from an allowlist. @throws NotAllowed */
  async disallow(projectId: ProjectId, source: CredentialHolder): Promise<void> {
    await this.write(projectId, 'job_token_scope.removed', { ...source }, async (tx) => {
      if (!(await this.jobTokenScopesStore.remove(tx, projectId, source))) throw NotAllowed();
    });
  }

  private async requireVisible(source: CredentialHolder, caller: Principal): Promise<void> {
    const { kind, id } = source;
    const find = () =>
      kind === 'project' ? this.access.project({ id: id as ProjectId }, caller) : this.access.group({ id }, caller);
    if (id <= 0 || !(await find())) throw holderNotFound(source);
  }

  private write(
    id: ProjectId,
    kind: string,
    details: Record<string, string | number | boolean>,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.credentialHoldersStore.hold(tx, { kind: 'project', id }))) throw ProjectNotFound();
      await work(tx);
      await this.audit.append(tx, { kind, subject: { type: 'project', id }, details });
    });
  }
}
