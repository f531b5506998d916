import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RUNNER_TOKEN, successorOf } from './runner-token.js';
import { RunnersStore, type RunnerDetail } from './runners.store.js';

/** Replaces the token of a runner: on request of its managers, or its own. */
@Injectable()
export class ResetRunnerToken {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly audit: Audit,
    private readonly keyring: Keyring,
    private readonly runnerAccessFacts: RunnerAccessFacts,
  ) {}

  /** @throws RunnerNotFound; RunnerForbidden for shared runners, and unless the actor owns its group or manages every project of it */
  async execute(runnerId: number, actor: Principal): Promise<string> {
    const managed = await this.runnerAccessFacts.managed(runnerId, actor);
    return this.reset(runnerId, async (tx, runner) => {
      if (!runner) throw RunnerNotFound();
      if (!actor.admin && runner.isShared) throw RunnerForbidden({ reason: 'Runner is shared' });
      await this.runnerAccessFacts.requireEveryPlace(tx, runnerId, managed);
      return runner;
    });
  }

  /**
   * Replaces the token on the runner's own request.
   * @param token its present one, checked again under the lock: of two calls with one token, the second is refused
   * @throws Forbidden
   */
  renew(runnerId: number, token: string): Promise<string> {
    return this.reset(runnerId, (_, runner) => {
      if (!runner || this.tokenOf(runner) !== token) throw Forbidden();
      return runner;
    });
  }

  private reset(
    id: number,
    checked: (tx: Tx, runner: RunnerDetail | undefined) => RunnerDetail | Promise<RunnerDetail>,
  ): Promise<string> {
    return this.db.tx(async (tx) => {
      const runner = await checked(tx, await this.runnersStore.lockDetail(tx, id));
      const token = successorOf(this.tokenOf(runner));
      const sealed = this.keyring.encrypt(token, { ...RUNNER_TOKEN, id });
      await this.runnersStore.setToken(tx, id, { sealed, lookup: this.keyring.lookup(token, RUNNER_TOKEN) });
      const subject = { type: 'runner', id, name: runner.description ?? undefined };
      await this.audit.append(tx, { kind: 'runner.token-reset', subject });
      return token;
    });
  }

  private tokenOf({ id, sealedToken }: RunnerDetail): string {
    return this.keyring.decrypt(sealedToken, { ...RUNNER_TOKEN, id });
  }
}
