import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryBusy } from '../refusals.js';

/** Longest wait for a move to end, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Wait of a move for running pushes. */
export interface PushesEnd {
  readonly waitMs: number;
  /** Whether a push that still runs after `waitMs` is an error; otherwise the work runs beside it. */
  readonly isRequired: boolean;
}

interface Gate {
  running: number;
  /** Resolves when the gate opens; undefined while it is open. */
  closed: PromiseWithResolvers<void> | undefined;
  /** Resolves when the last running push has ended; undefined while nothing waits for that. */
  idle: PromiseWithResolvers<void> | undefined;
}

/**
 * Lets pushes in while their repository stays where it is. A push has received its objects when it asks for the write lock, and they could not follow the
 * repository to another storage; so a move waits for running pushes, and holds back others until they can find the new place.
 */
@Injectable()
export class PushGate {
  private readonly gates = new Map<ProjectId, Gate>();

  /**
   * Waits until the gate is open. The returned function ends the push.
   * @throws RepositoryBusy when that takes longer than `patienceMs`
   */
  async enter(projectId: ProjectId, patienceMs = PATIENCE_MS): Promise<() => void> {
    const until = performance.now() + patienceMs;
    for (let closed; (closed = this.gates.get(projectId)?.closed);)
      await within(closed.promise, until - performance.now());
    const gate = this.gateOf(projectId);
    gate.running += 1;
    return () => {
      gate.running -= 1;
      if (gate.running > 0) return;
      gate.idle?.resolve();
      if (!gate.closed) this.gates.delete(projectId);
    };
  }

  /**
   * Runs `work` once no push is running, or beside late ones unless `end.isRequired`.
   * @throws RepositoryBusy when `end.isRequired` and a push runs longer than `end.waitMs`, or while the gate is closed already
   */
  async closedDuring<T>(projectId: ProjectId, end: PushesEnd, work: () => Promise<T>): Promise<T> {
    const gate = this.gateOf(projectId);
    if (gate.closed) throw RepositoryBusy();
    const closed = (gate.closed = Promise.withResolvers<void>());
    try {
      if (gate.running > 0) await this.idle(gate, end);
      return await work();
    } finally {
      gate.closed = undefined;
      if (gate.running === 0) this.gates.delete(projectId);
      closed.resolve();
    }
  }

  private async idle(gate: Gate, { waitMs, isRequired }: PushesEnd): Promise<void> {
    const idle = (gate.idle = Promise.withResolvers<void>());
    try {
      await within(idle.promise, waitMs);
    } catch (error) {
      if (isRequired) throw error;
    } finally {
      gate.idle = undefined;
    }
  }

  private gateOf(projectId: ProjectId): Gate {
    const gate = this.gates.get(projectId) ?? { running: 0, closed: undefined, idle: undefined };
    this.gates.set(projectId, gate);
    return gate;
  }
}

/** @throws RepositoryBusy after `ms` */
async function within(done: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(RepositoryBusy()), ms);
  try {
    await Promise.race([done, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
