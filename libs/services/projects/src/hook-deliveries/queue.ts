import { Injectable } from '@nestjs/common';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job, Jobs } from '@hearth/jobs';
import type { RefUpdatedEvent } from '@hearth/repository-contracts';
import { QueueOverdueDeliveriesJob, SendDeliveryJob, SendSlowDeliveryJob } from '../jobs.js';
import type { Trigger } from '../hooks/hook.rules.js';
import { DeliveriesStore, type CandidateHook } from './deliveries.store.js';
import { isWanted, triggerOfPush, type HookEvent, type PushSubject, type SystemSubject } from './delivery.rules.js';

const MOST_OVERDUE = 1_000;

/** Stores deliveries of hooks, and adds the jobs that send them. */
@Injectable()
export class QueueDeliveries {
  constructor(
    private readonly db: Database,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Runs in the transaction of the reaction, so each hook gets one delivery of each change of a ref. */
  async forPush(tx: Tx, change: EventDataOf<typeof RefUpdatedEvent>): Promise<void> {
    const { projectId, ref, oldId, newId, userId, defaultBranch, via } = change;
    const trigger = triggerOfPush(ref);
    if (trigger === undefined || userId === null || via === 'import') return;
    const subject: PushSubject = { projectId, ref, oldId, newId, defaultBranch, userId };
    const isWantedBy = (hook: CandidateHook) => isWanted(ref, hook);
    await this.store(tx, projectId, [{ trigger, subject }], isWantedBy);
    await this.store(tx, projectId, [{ trigger: 'repository_update_events', subject }], isWantedBy);
  }

  /**
   * Stores a delivery for each hook of the project, its groups and the instance with the trigger of the event. Runs in the transaction of the
   * reaction. @param projectId null for a record that belongs to no project
   */
  async forEvent(tx: Tx, projectId: ProjectId | null, event: HookEvent): Promise<void> {
    await this.forEvents(tx, projectId, [event]);
  }

  /** The same for several events with one trigger, in their order. */
  async forEvents(tx: Tx, projectId: ProjectId | null, events: readonly HookEvent[]): Promise<void> {
    if (events.length > 0) await this.store(tx, projectId, events);
  }

  /** Returns the projects among these for whose events with a trigger deliveries would be stored now. */
  projectsWithHooks(projectIds: readonly ProjectId[], trigger: Trigger): Promise<ReadonlySet<ProjectId>> {
    return this.deliveriesStore.withHooks(this.db, projectIds, trigger);
  }

  /** Stores a delivery for each hook of a group and its ancestors with the trigger of the event. Runs in the transaction of the reaction. */
  async forGroup(tx: Tx, groupId: number, event: HookEvent): Promise<void> {
    const hooks = await this.deliveriesStore.candidatesOfGroup(tx, groupId, event.trigger);
    await this.insert(tx, null, hooks, [event]);
  }

  /** Stores a delivery of each change for each hook of the instance. Runs in the transaction of the change, or of its reaction. */
  async forSystem(tx: Tx, subjects: readonly SystemSubject[]): Promise<void> {
    await this.forEvents(
      tx,
      null,
      subjects.map((subject) => ({ trigger: 'system_events', subject })),
    );
  }

  /** Makes the deliveries of a hook that wait for a receiver due. */
  async retryNow(tx: Tx, hookId: number): Promise<void> {
    if (await this.deliveriesStore.makeDue(tx, hookId)) await this.wake(tx, { id: hookId, slow: false });
  }

  /**
   * Adds the job that sends the first waiting delivery of a hook. A delayed job has a key of its own, so that it does not replace one that is
   * added to run now.
   */
  async wake(tx: Tx, hook: { readonly id: number; readonly slow: boolean }, afterSeconds = 0): Promise<void> {
    const job = hook.slow ? SendSlowDeliveryJob : SendDeliveryJob;
    const singletonKey = afterSeconds > 0 ? `${hook.id}-later` : String(hook.id);
    const options = { singletonKey, startAfterSeconds: Math.ceil(afterSeconds) };
    await this.jobs.add(tx, job, { hookId: hook.id }, options);
  }

  /** A delivery whose job became a dead letter has no job of its own: it is found here within a minute. */
  @Job(QueueOverdueDeliveriesJob)
  queueOverdue(): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.wakeNow(tx, await this.deliveriesStore.overdue(tx, MOST_OVERDUE));
    });
  }

  private async store(
    tx: Tx,
    projectId: ProjectId | null,
    events: readonly HookEvent[],
    isWantedBy: (hook: CandidateHook) => boolean = () => true,
  ): Promise<void> {
    const candidates = await this.deliveriesStore.candidates(tx, projectId, events[0]!.trigger);
    await this.insert(tx, projectId, candidates.filter(isWantedBy), events);
  }

  private async insert(
    tx: Tx,
    projectId: ProjectId | null,
    hooks: readonly CandidateHook[],
    events: readonly HookEvent[],
  ): Promise<void> {
    if (hooks.length === 0) return;
    const ids = hooks.map(({ id }) => id);
    await this.deliveriesStore.insert(tx, projectId, ids, events);
    await this.wakeNow(tx, hooks);
  }

  /** Adds the jobs that send the first waiting deliveries of hooks, with one statement for each kind of job. */
  private async wakeNow(tx: Tx, hooks: readonly { readonly id: number; readonly slow: boolean }[]): Promise<void> {
    for (const [job, isSlow] of [
      [SendDeliveryJob, false],
      [SendSlowDeliveryJob, true],
    ] as const) {
      const woken = hooks.filter(({ slow }) => slow === isSlow);
      await this.jobs.addAll(
        tx,
        job,
        woken.map(({ id }) => ({ data: { hookId: id }, singletonKey: String(id) })),
      );
    }
  }
}
