import path from 'node:path';
import type { RefChange } from '../journal/ref-changes.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import type { HeldLock } from '../repositories/write-locks.js';
import { makeHost, type GitHost } from './git-host.js';
import type { RepositoryParts } from './repository-parts.js';

/** Steps of a push, in order. */
export const PUSH_STEPS = ['announced', 'in quarantine', 'prepared', 'accepted', 'moved', 'settled'] as const;
export type PushStep = (typeof PUSH_STEPS)[number];

/** Starts a host that accepts every push to one repository and records it in the journal. `reach` is called at each step, and awaited. */
export async function journalledHost(
  parts: RepositoryParts,
  repository: RepositoryAt,
  reach: (step: PushStep) => void | Promise<void> = () => undefined,
): Promise<{ host: GitHost; url: string }> {
  const host = await makeHost(parts.git, path.dirname(repository.path));
  let lock: HeldLock;
  let changes: RefChange[] = [];
  host.checks = {
    checkCommands: async () => {
      await reach('announced');
      return { accept: true };
    },
    beforeRefsMove: async ({ updates }) => {
      lock = await parts.writers.acquire(repository.projectId);
      await reach('in quarantine');
      changes = await parts.journal.prepare(repository, { userId: 1, via: 'http', moves: updates });
      await reach('prepared');
      // git receives the verdict and continues, until it is ended.
      setImmediate(() => void reach('accepted'));
      return { accept: true };
    },
    settle: async (moved) => {
      await reach('moved');
      try {
        await parts.journal.settle(repository, changes, moved);
      } finally {
        lock.release();
      }
      await reach('settled');
    },
  };
  return { host, url: `${host.url}/${path.basename(repository.path)}` };
}
