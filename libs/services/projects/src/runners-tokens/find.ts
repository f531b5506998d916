import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { RunnersTokensStore } from './runners-tokens.store.js';
import { COLUMN } from './show.js';

/** Finds the project of a runner registration token. */
@Injectable()
export class FindByRunnersToken {
  constructor(
    private readonly db: Database,
    private readonly runnersTokensStore: RunnersTokensStore,
    private readonly keyring: Keyring,
  ) {}

  /** @returns null where no project has the token */
  async execute(token: string): Promise<ProjectId | null> {
    return (await this.runnersTokensStore.find(this.db, this.keyring.lookups(token, COLUMN))) ?? null;
  }
}
