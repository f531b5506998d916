import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Clock } from '../clock.js';
import { CredentialHoldersStore } from '../credential-holders/credential-holders.store.js';
import { DeployKeyNotFound, ProjectDeployKeyInvalid } from '../refusals.js';
import { FINGERPRINT_KEY } from '../ssh-keys/ssh-keys.store.js';
import { DeployKeyFacts } from './deploy-key.facts.js';
import { auditOfProjectKey, judgeDeployKey, type WantedDeployKey } from './deploy-key.rules.js';
import {
  DeployKeysStore,
  OF_A_DEPLOY_KEY,
  type DeployKeyRecord,
  type ProjectDeployKeyRecord,
} from './deploy-keys.store.js';

const TAKEN = { fingerprint: ['has already been taken'] };

/** Adds deploy keys to projects: new ones, and existing ones that the caller may enable. */
@Injectable()
export class AddDeployKey {
  constructor(
    private readonly db: Database,
    private readonly deployKeysStore: DeployKeysStore,
    private readonly credentialHoldersStore: CredentialHoldersStore,
    private readonly deployKeyFacts: DeployKeyFacts,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Adds the key of the parameters. A key that the project has stays as it is.
   * @throws ProjectDeployKeyInvalid with all failures, or when a user or a project of others has the key; ProjectNotFound, DeployKeyNotFound when
   *   they were deleted meanwhile
   */
  async execute(
    projectId: ProjectId,
    wanted: WantedDeployKey,
    canPush: boolean,
    caller: Principal,
  ): Promise<ProjectDeployKeyRecord> {
    const judged = judgeDeployKey(wanted, this.clock.now());
    if ('failures' in judged) throw ProjectDeployKeyInvalid(judged);
    const { fingerprint } = judged;
    const existing = await this.deployKeyFacts.withFingerprint(fingerprint, caller);
    if (existing) return this.existing(projectId, existing, canPush);
    const { title, key, expiresAt } = wanted;
    const columns = { title, key, fingerprint, expiresAt, public: false, createdAt: this.clock.now() };
    return this.write(projectId, async (tx) => {
      const id = await this.deployKeysStore.insert(tx, { ...columns, creatorId: caller.userId });
      return this.add(tx, projectId, { ...columns, id }, canPush);
    });
  }

  /** @throws DeployKeyNotFound for a key that the caller may not enable; ProjectNotFound when it was deleted meanwhile */
  async enable(projectId: ProjectId, id: number, caller: Principal): Promise<ProjectDeployKeyRecord> {
    const key = await this.deployKeyFacts.enableable(id, caller);
    if (!key) throw DeployKeyNotFound();
    return this.write(projectId, (tx) => this.add(tx, projectId, key, false));
  }

  private async existing(
    projectId: ProjectId,
    { key, isEnableable }: { key: DeployKeyRecord; isEnableable: boolean },
    canPush: boolean,
  ): Promise<ProjectDeployKeyRecord> {
    if (!isEnableable) throw ProjectDeployKeyInvalid({ failures: TAKEN });
    return this.write(projectId, (tx) => this.add(tx, projectId, key, canPush));
  }

  private async write(
    projectId: ProjectId,
    work: (tx: Tx) => Promise<ProjectDeployKeyRecord>,
  ): Promise<ProjectDeployKeyRecord> {
    try {
      return await this.db.tx(async (tx) => {
        if (!(await this.credentialHoldersStore.hold(tx, { kind: 'project', id: projectId }))) throw ProjectNotFound();
        return work(tx);
      });
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === FINGERPRINT_KEY) throw ProjectDeployKeyInvalid({ failures: TAKEN });
      throw constraint === OF_A_DEPLOY_KEY ? DeployKeyNotFound() : error;
    }
  }

  private async add(
    tx: Tx,
    projectId: ProjectId,
    key: DeployKeyRecord,
    canPush: boolean,
  ): Promise<ProjectDeployKeyRecord> {
    const added = { ...key, canPush };
    if (await this.deployKeysStore.add(tx, projectId, key.id, canPush)) {
      await this.audit.append(tx, auditOfProjectKey('added', projectId, added));
      return added;
    }
    return (await this.deployKeysStore.inProject(tx, projectId, key.id))!;
  }
}
