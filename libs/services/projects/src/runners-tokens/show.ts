import { Injectable } from '@nestjs/common';
import type { AccessLevel, ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Keyring, newToken } from '@hearth/secrets';
import { abilities } from '../abilities.js';
import { RunnersTokensStore } from './runners-tokens.store.js';

/** Location of the stored tokens. */
export const COLUMN = { service: 'projects', table: 'projects', column: 'runners_token' };

/** Returns the token that registers a project's runners, and creates it on the first read. */
@Injectable()
export class ShowRunnersToken {
  constructor(
    private readonly db: Database,
    private readonly runnersTokensStore: RunnersTokensStore,
    private readonly keyring: Keyring,
  ) {}

  /**
   * For answers about this one project: reading, creating and updating it.
   * @param project with the caller's `level`, and the stored `sealedRunnersToken` where it was read
   * @returns undefined for callers below master, to whom it is a secret, and for a project deleted since it was read
   */
  async execute(project: {
    readonly id: ProjectId;
    readonly level: AccessLevel;
    readonly sealedRunnersToken?: string | null;
  }): Promise<string | undefined> {
    const { id, level, sealedRunnersToken } = project;
    if (level < abilities.updateProject.from) return undefined;
    const sealed = sealedRunnersToken ?? (await this.db.tx((tx) => this.make(tx, id)));
    return sealed && this.keyring.decrypt(sealed, { ...COLUMN, id });
  }

  /** Creates the token of a new project in the transaction that inserts it: one of its own would be flushed to disk once more. */
  async within(tx: Tx, id: ProjectId): Promise<void> {
    await this.make(tx, id);
  }

  /** @returns the stored token, encrypted; undefined for a deleted project */
  private make(tx: Tx, id: ProjectId): Promise<string | undefined> {
    const token = newToken();
    const sealed = this.keyring.encrypt(token, { ...COLUMN, id });
    return this.runnersTokensStore.keep(tx, id, sealed, this.keyring.lookup(token, COLUMN));
  }
}
