import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { SshKeyNotFound } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import type { FullUser } from '../users/user.entity.js';
import { UsersStore } from '../users/users.store.js';
import { KeysStore, type KeyProject, type KeyRecord } from './keys.store.js';

/** Number of projects that are returned of a deploy key, the newest ones. */
const MOST_PROJECTS = 100;

/** A key with its user, and a deploy key with its projects. */
export interface KeyFact {
  readonly key: KeyRecord;
  /** Null when the creator of a deploy key was deleted. */
  readonly user: FullUser | null;
  readonly projects: readonly KeyProject[];
}

/** Reads of the keys of all users and projects, by id and by fingerprint. */
@Injectable()
export class KeyFacts {
  constructor(
    private readonly db: Database,
    private readonly keysStore: KeysStore,
    private readonly usersStore: UsersStore,
    private readonly userFacts: UserFacts,
  ) {}

  /** @throws SshKeyNotFound */
  async one(id: number): Promise<KeyFact> {
    return this.complete(await this.keysStore.find(this.db, id));
  }

  /**
   * @param fingerprint SHA-256, 32 bytes
   * @throws SshKeyNotFound
   */
  async withFingerprint(fingerprint: Buffer): Promise<KeyFact> {
    return this.complete(await this.keysStore.withFingerprint(this.db, fingerprint));
  }

  private async complete(key: KeyRecord | undefined): Promise<KeyFact> {
    if (!key) throw SshKeyNotFound();
    const found = key.userId === null ? null : await this.usersStore.find(this.db, key.userId);
    // The keys of a user who is being deleted go with the user.
    if (!found && !key.isDeployKey) throw SshKeyNotFound();
    const user = found && (await this.userFacts.completed(found));
    const projects = key.isDeployKey ? await this.keysStore.projects(this.db, key.id, MOST_PROJECTS) : [];
    return { key, user, projects };
  }
}
