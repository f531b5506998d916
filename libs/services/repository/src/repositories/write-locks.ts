import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryBusy } from '../refusals.js';

/** Held write lock of one repository. */
export interface HeldLock {
  readonly projectId: ProjectId;
  /** Releases the lock to the next in the queue; further calls do nothing. */
  release(): void;
}

/** Longest wait for the lock, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Requests that found the repository's former place wait for its lock no longer than this, in milliseconds. */
const LATE_MS = 2 * PATIENCE_MS;

interface Waiting {
  take(lock: HeldLock): void;
  refuse(reason: Error): void;
}

/**
 * One writer for each repository at a time, in the order of their requests. In memory is enough: a storage has one owner, so every
 * writer of a repository is in this process.
 */
@Injectable()
export class WriteLocks {
  private readonly queues = new Map<ProjectId, Waiting[]>();
  private readonly left = new Map<ProjectId, Error>();

  /**
   * Waits for the lock and acquires it.
   * @throws RepositoryBusy after `patienceMs`; the reason of the signal; what {@link leave} was given
   */
  async acquire(
    projectId: ProjectId,
    { signal, patienceMs = PATIENCE_MS }: { signal?: AbortSignal; patienceMs?: number } = {},
  ): Promise<HeldLock> {
    signal?.throwIfAborted();
    const reason = this.left.get(projectId);
    if (reason) throw reason;
    const free = this.tryAcquire(projectId);
    if (free) return free;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: (lock) => {
          settle();
          resolve(lock);
        },
        refuse: (reason) => leave(reason),
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

  /** Refuses everyone who waits for the lock, and those who come late: the repository is elsewhere now. The caller holds the lock. */
  leave(projectId: ProjectId, reason: Error): void {
    this.left.set(projectId, reason);
    setTimeout(() => this.left.get(projectId) === reason && this.left.delete(projectId), LATE_MS).unref();
    for (const waiting of [...(this.queues.get(projectId) ?? [])]) waiting.refuse(reason);
  }

  /** The repository is here again. */
  enter(projectId: ProjectId): void {
    this.left.delete(projectId);
  }

  /** Acquires the lock if it is free; returns null otherwise. */
  tryAcquire(projectId: ProjectId): HeldLock | null {
    if (this.queues.has(projectId)) return null;
    this.queues.set(projectId, []);
    return this.hold(projectId);
  }

  /** Runs `work` while holding the lock. */
  async during<T>(projectId: ProjectId, work: () => Promise<T>): Promise<T> {
    const lock = await this.acquire(projectId);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  private hold(projectId: ProjectId): HeldLock {
    let released = false;
    return {
      projectId,
      release: () => {
        if (released) return;
        released = true;
        const next = this.queues.get(projectId)!.shift();
        if (next) next.take(this.hold(projectId));
        else this.queues.delete(projectId);
      },
    };
  }
}

/** One lock for each repository, held by repacks and by work that relies on its packs. Writers are not blocked. */
@Injectable()
export class MaintenanceLocks extends WriteLocks {}
