import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { PayloadsStore } from '../hook-payloads/payloads.store.js';
import { HooksStore } from '../hooks/hooks.store.js';
import { LockHook, type HookAt } from '../hooks/lock.js';
import type { MemberSource } from '../members/membership.rules.js';
import { HookNotTested, RecordNotFound } from '../refusals.js';
import { fullNameOf } from '../repositories/ref.rules.js';
import { DeliveriesStore } from './deliveries.store.js';
import type { PushSubject, PushTrigger } from './delivery.rules.js';
import { QueueDeliveries } from './queue.js';

/** Calls a hook with the commits of the default branch, as if they had been pushed: of its project, or of one of its group. */
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
  async execute({ source, id }: HookAt, trigger: PushTrigger, actor: Principal): Promise<void> {
    if (!(await this.hooksStore.find(this.db, source, id))) throw RecordNotFound();
    const subject = await this.sample(source, actor.userId);
    if (!subject) throw HookNotTested(source);
    const { projectId } = subject;
    await this.db.tx(async (tx) => {
      await this.lockHook.within(tx, { source, id }, actor);
      await this.deliveriesStore.insert(tx, projectId, [id], [{ trigger, subject }]);
      await this.queueDeliveries.wake(tx, { id, slow: false });
    });
  }

  /** @returns a push to the project, or to the first one of the group that has commits; undefined without commits */
  private async sample({ kind, id }: MemberSource, userId: number): Promise<PushSubject | undefined> {
    const projectId = kind === 'project' ? id : await this.payloadsStore.firstPushedProject(this.db, id);
    if (projectId === undefined) return undefined;
    const project = await this.payloadsStore.project(this.db, projectId);
    const defaultBranch = project?.defaultBranch ?? null;
    if (defaultBranch === null) return undefined;
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [defaultBranch], tags: [] });
    const newId = branches[0] ?? null;
    if (newId === null) return undefined;
    const ref = fullNameOf({ refType: 'branch', ref: defaultBranch });
    return { projectId, ref, oldId: null, newId, defaultBranch, userId };
  }
}
