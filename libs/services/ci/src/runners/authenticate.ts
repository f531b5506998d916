import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { RUNNER_TOKEN } from './runner-token.js';
import { RunnersStore } from './runners.store.js';

/** Authenticates a runner by its token, and records the time of the call. */
@Injectable()
export class AuthenticateRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly keyring: Keyring,
  ) {}

  /**
   * @returns the id of the runner that has the token
   * @throws Forbidden
   */
  async execute(token: string): Promise<number> {
    const id = await this.runnersStore.findByToken(this.db, this.keyring.lookups(token, RUNNER_TOKEN));
    if (id === undefined) throw Forbidden();
    await this.db.tx((tx) => this.runnersStore.recordContact(tx, id));
    return id;
  }
}
