import { Injectable } from '@nestjs/common';
import type { AccessLevel, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Keyring, newToken } from '@hearth/secrets';
import { abilities } from '../abilities.js';
import { RunnersTokensStore } from './runners-tokens.store.js';

/** Where the tokens are stored. */
export const COLUMN = { service: 'projects', table: 'projects', column: 'runners_token' };

/** Tells the token that registers a project's runners, and makes it when it is first asked for. */
@Injectable()
export class ShowRunnersToken {
  constructor(
    private readonly db: Database,
    private readonly runnersTokensStore: RunnersTokensStore,
    private readonly keyring: Keyring,
  ) {}

  /**
   * For answers about this one project: reading, creating and updating it.
   * @param project whose `level` is the caller's, and whose `sealedRunnersToken` is what is stored, where that was read
   * @returns undefined for callers below master, to whom it is a secret, and for a project that has gone since it was read
   */
  async execute(project: {
    readonly id: ProjectId;
    readonly level: AccessLevel;
    readonly sealedRunnersToken?: string | null;
  }): Promise<string | undefined> {
    const { id, level, sealedRunnersToken } = project;
    if (level < abilities.updateProject.from) return undefined;
    const sealed = sealedRunnersToken ?? (await this.make(id));
    return sealed && this.keyring.decrypt(sealed, { ...COLUMN, id });
  }

  private make(id: ProjectId): Promise<string | undefined> {
    const token = newToken();
    const sealed = this.keyring.encrypt(token, { ...COLUMN, id });
    return this.db.tx((tx) => this.runnersTokensStore.keep(tx, id, sealed, this.keyring.lookup(token, COLUMN)));
  }
}
