import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import type { InputOf, OutputOf, Principal, ProjectId, UserId } from '@hearth/contract-kit';
import type { DeployKeyGrantQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { abilities } from '../abilities.js';
import { Clock } from '../clock.js';
import { DeployKeyNotFound } from '../refusals.js';
import { DeployKeysStore, type DeployKeyRecord, type ProjectDeployKeyRecord } from './deploy-keys.store.js';

/** Number of projects of a key, the newest ones, in which the caller's level is looked up. */
const MOST_PROJECTS = 100;

/** Reads of deploy keys. */
@Injectable()
export class DeployKeyFacts {
  constructor(
    private readonly db: Database,
    private readonly deployKeysStore: DeployKeysStore,
    private readonly access: AccessResolver,
    private readonly clock: Clock,
  ) {}

  page(which: 'all' | 'public', request: PageRequest): Promise<Page<DeployKeyRecord>> {
    return this.deployKeysStore.page(this.db, which, request);
  }

  pageOfProject(projectId: ProjectId, request: PageRequest): Promise<Page<ProjectDeployKeyRecord>> {
    return this.deployKeysStore.pageOfProject(this.db, projectId, request);
  }

  /** Returns a page of the public keys, and whether the project has each. */
  async publicFor(projectId: ProjectId, request: PageRequest): Promise<Page<DeployKeyRecord & { enabled: boolean }>> {
    const page = await this.page('public', request);
    const ids = page.items.map(({ id }) => id);
    const enabled = new Set(await this.deployKeysStore.among(this.db, projectId, ids));
    return page.map((key) => ({ ...key, enabled: enabled.has(key.id) }));
  }

  /** @throws DeployKeyNotFound also for a key of another project */
  async inProject(projectId: ProjectId, id: number): Promise<ProjectDeployKeyRecord> {
    const key = await this.deployKeysStore.inProject(this.db, projectId, id);
    if (!key) throw DeployKeyNotFound();
    return key;
  }

  /** Returns the key if the caller may enable it in a project: it is public, or the caller manages the keys of a project that has it. */
  async enableable(id: number, caller: Principal): Promise<DeployKeyRecord | null> {
    const key = await this.deployKeysStore.find(this.db, id);
    return key && (await this.isEnableable(key, caller)) ? key : null;
  }

  /** Returns the existing deploy key with a fingerprint, and whether the caller may enable it in a project. */
  async withFingerprint(
    fingerprint: Buffer,
    caller: Principal,
  ): Promise<{ key: DeployKeyRecord; isEnableable: boolean } | null> {
    const key = await this.deployKeysStore.byFingerprint(this.db, fingerprint);
    return key ? { key, isEnableable: await this.isEnableable(key, caller) } : null;
  }

  /** Returns the rights of a deploy key in a project, with one statement; null without any. */
  async grant({
    keyId,
    projectId,
  }: InputOf<typeof DeployKeyGrantQuery>): Promise<OutputOf<typeof DeployKeyGrantQuery>> {
    const grant = await this.deployKeysStore.grant(this.db, projectId, keyId, this.clock.now());
    if (!grant) return { grant: null };
    const { canPush, creator } = grant;
    return { grant: { canPush, creator: creator && { ...creator, id: creator.id as UserId } } };
  }

  private async isEnableable(key: DeployKeyRecord, caller: Principal): Promise<boolean> {
    if (key.public) return true;
    const ids = await this.deployKeysStore.projectsOf(this.db, key.id, MOST_PROJECTS);
    const projects = await this.access.projects(
      ids.map((id) => ({ id })),
      caller,
    );
    return projects.some((project) => project !== null && may(abilities.manageDeployKeys, project, caller));
  }
}
