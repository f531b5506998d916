import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { RunnerForbidden, RunnerNotFound } from '../refusals.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RunnersStore, type Runner } from './runners.store.js';

/** Deletes a runner: on request of its managers, or its own. */
@Injectable()
export class DeleteRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly audit: Audit,
    private readonly runnerAccessFacts: RunnerAccessFacts,
  ) {}

  /** @throws RunnerNotFound, PreconditionFailed; RunnerForbidden for shared runners, runners of several projects, and runners of other users */
  async execute(runnerId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    const manages = await this.runnerAccessFacts.manages(runnerId, actor);
    await this.db.tx(async (tx) => {
      const runner = await this.runnersStore.lock(tx, runnerId);
      if (!runner) throw RunnerNotFound();
      if (!actor.admin && runner.isShared) throw RunnerForbidden({ reason: 'Runner is shared' });
      if (!manages) throw RunnerForbidden({ reason: 'No access granted' });
      if ((await this.runnersStore.projectIds(tx, runnerId)).length > 1)
        throw RunnerForbidden({ reason: 'Runner associated with more than one project' });
      unlessModified(runner.updatedAt);
      await this.delete(tx, runner);
    });
  }

  /** Deletes a runner on its own request, even if it is shared or has several projects. */
  async leave(runnerId: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const runner = await this.runnersStore.lock(tx, runnerId);
      if (!runner) return;
      unlessModified(runner.updatedAt);
      await this.delete(tx, runner);
    });
  }

  private async delete(tx: Tx, { id, description }: Pick<Runner, 'id' | 'description'>): Promise<void> {
    await this.runnersStore.delete(tx, id);
    const subject = { type: 'runner', id, name: description ?? undefined };
    await this.audit.append(tx, { kind: 'runner.deleted', subject });
  }
}
