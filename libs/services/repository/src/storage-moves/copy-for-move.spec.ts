import type { ProjectId } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import type { Jobs } from '@hearth/jobs';
import type { CopiesStore } from '../copies/copies.store.js';
import type { CopyOutcome, CopyRepository } from '../copies/copy-repository.js';
import { HandOverJob } from '../jobs.js';
import { RepositoryBusy } from '../refusals.js';
import { WriteLocks } from '../repositories/write-locks.js';
import type { StorageMoveAttempts } from './attempts.js';
import { CopyForMove } from './copy-for-move.js';
import type { StorageMovesStore } from './storage-moves.store.js';

const MOVE = { projectId: 7 as ProjectId, source: 'one', destination: 'two' };
const { signal } = new AbortController();

/** @param added gets the jobs that are added */
function copying(outcome: CopyOutcome, added: unknown[] = []): CopyForMove {
  return new CopyForMove(
    { tx: (work: (tx: unknown) => Promise<void>) => work({}) } as unknown as Database,
    { start: () => Promise.resolve() } as unknown as StorageMovesStore,
    { run: (_id: number, _run: unknown, work: (move: unknown) => Promise<void>) => work(MOVE) } as StorageMoveAttempts,
    { add: () => Promise.resolve() } as unknown as CopiesStore,
    { execute: () => Promise.resolve(outcome) } as unknown as CopyRepository,
    new WriteLocks(),
    { add: (_tx: unknown, job: unknown) => Promise.resolve(added.push(job)) } as unknown as Jobs,
  );
}

describe('the copy for a move', () => {
  it.each<[CopyOutcome, readonly unknown[]]>([
    ['copied', [HandOverJob]],
    // A repository that is not made yet has nothing to copy.
    ['none', [HandOverJob]],
  ])('is handed over when it is %s', async (outcome, jobs) => {
    const added: unknown[] = [];
    await copying(outcome, added).execute({ moveId: 1 }, { attempt: 1, signal });
    expect(added).toEqual(jobs);
  });

  it('is not handed over, and catches up with nothing, where it was removed meanwhile', async () => {
    const added: unknown[] = [];
    const moving = copying('unwanted', added);
    const busy = { code: RepositoryBusy.code };
    await expect(moving.execute({ moveId: 1 }, { attempt: 1, signal })).rejects.toMatchObject(busy);
    const { projectId, destination: storage } = MOVE;
    await expect(moving.catchUp({ projectId, storage }, signal)).rejects.toMatchObject(busy);
    expect(added).toEqual([]);
  });
});
