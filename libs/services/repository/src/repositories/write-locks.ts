import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryBusy } from '../refusals.js';

/** The right to write to one repository, until it is given back. */
export interface Turn {
  readonly projectId: ProjectId;
  /** Gives the turn to the next; further calls do nothing. */
  end(): void;
}

/** Longest wait for somebody else's turn, in milliseconds. */
const PATIENCE_MS = 30_000;

interface Waiting {
  take(turn: Turn): void;
}

/**
 * One writer for each repository at a time, in the order in which they come. In memory is enough: a storage has one owner, so every
 * writer of a repository is in this process.
 */
@Injectable()
export class WriteLocks {
  private readonly queues = new Map<ProjectId, Waiting[]>();

  /**
   * Waits for the turn.
   * @throws RepositoryBusy after `patienceMs`; the reason of the signal
   */
  async turn(
    projectId: ProjectId,
    { signal, patienceMs = PATIENCE_MS }: { signal?: AbortSignal; patienceMs?: number } = {},
  ): Promise<Turn> {
    signal?.throwIfAborted();
    const free = this.tryTurn(projectId);
    if (free) return free;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: (turn) => {
          settle();
          resolve(turn);
        },
      };
      const leave = (reason: unknown) => {
        settle();
        const queue = this.queues.get(projectId)!;
        queue.splice(queue.indexOf(waiting), 1);
        reject(reason);
      };
      const onAbort = () => leave(signal?.reason);
      const timer = setTimeout(() => leave(RepositoryBusy()), patienceMs);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.queues.get(projectId)!.push(waiting);
    });
  }

  /** The turn, if nobody has it; else null. */
  tryTurn(projectId: ProjectId): Turn | null {
    if (this.queues.has(projectId)) return null;
    this.queues.set(projectId, []);
    return this.begin(projectId);
  }

  /** Does one thing in a turn. */
  async during<T>(projectId: ProjectId, work: () => Promise<T>): Promise<T> {
    const turn = await this.turn(projectId);
    try {
      return await work();
    } finally {
      turn.end();
    }
  }

  private begin(projectId: ProjectId): Turn {
    let ended = false;
    return {
      projectId,
      end: () => {
        if (ended) return;
        ended = true;
        const next = this.queues.get(projectId)!.shift();
        if (next) next.take(this.begin(projectId));
        else this.queues.delete(projectId);
      },
    };
  }
}

/** One at a time that repacks a repository, or relies on its packs: writers go on meanwhile. */
@Injectable()
export class MaintenanceLocks extends WriteLocks {}
