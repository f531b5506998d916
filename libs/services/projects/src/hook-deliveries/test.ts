import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { PayloadsStore } from '../hook-payloads/payloads.store.js';
import { HooksStore } from '../hooks/hooks.store.js';
import { LockHook } from '../hooks/lock.js';
import { HookNotTested, RecordNotFound } from '../refusals.js';
import { fullNameOf } from '../repositories/ref.rules.js';
import { DeliveriesStore } from './deliveries.store.js';
import type { PushSubject, PushTrigger } from './delivery.rules.js';
import { QueueDeliveries } from './queue.js';

/** Calls a hook with the commits of the default branch, as if they had been pushed. */
@Injectable()
export class TestHook {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly lockHook: LockHook,
    private readonly hooksStore: HooksStore,
    private readonly payloadsStore: PayloadsStore,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /** @throws RecordNotFound, HookNotTested, Forbidden */
  async execute(projectId: ProjectId, id: number, trigger: PushTrigger, actor: Principal): Promise<void> {
    const source = { kind: 'project', id: projectId } as const;
    if (!(await this.hooksStore.find(this.db, source, id))) throw RecordNotFound();
    const subject = await this.sample(projectId, actor.userId);
    await this.db.tx(async (tx) => {
      await this.lockHook.within(tx, { source, id }, actor);
      await this.deliveriesStore.insert(tx, projectId, [id], [{ trigger, subject }]);
      await this.queueDeliveries.wake(tx, { id, slow: false });
    });
  }

  private async sample(projectId: ProjectId, userId: number): Promise<PushSubject> {
    const project = await this.payloadsStore.project(this.db, projectId);
    const defaultBranch = project?.defaultBranch ?? null;
    if (defaultBranch === null) throw HookNotTested();
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [defaultBranch], tags: [] });
    const newId = branches[0] ?? null;
    if (newId === null) throw HookNotTested();
    const ref = fullNameOf({ refType: 'branch', ref: defaultBranch });
    return { projectId, ref, oldId: null, newId, defaultBranch, userId };
  }
}
