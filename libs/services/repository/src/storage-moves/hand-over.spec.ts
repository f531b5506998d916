import { Logger } from '@nestjs/common';
import type { Calls } from '@hearth/calls';
import type { RefJournal } from '../journal/ref-journal.js';
import type { PushGate, PushesEnd } from '../repositories/push-gate.js';
import type { WriteLocks } from '../repositories/write-locks.js';
import type { Storages } from '../storages/storages.js';
import { ATTEMPTS, type StorageMoveAttempts } from './attempts.js';
import type { ChangeStorage } from './change-storage.js';
import { HandOver } from './hand-over.js';

const MOVE = { projectId: 7, source: 'one', destination: 'two' };

/** A hand-over whose parts do nothing. @param waits gets how the end of running pushes is waited for */
function handingOver(waits: PushesEnd[] = []): HandOver {
  const during = async (_: number, work: () => Promise<void>) => work();
  const closedDuring = (_project: number, end: PushesEnd, work: () => Promise<void>) => {
    waits.push(end);
    return work();
  };
  return new HandOver(
    {
      run: (_id: number, _run: unknown, work: (move: unknown) => Promise<void>) => work(MOVE),
    } as StorageMoveAttempts,
    { execute: () => Promise.resolve(true) } as unknown as ChangeStorage,
    { settleOpen: () => Promise.resolve() } as unknown as RefJournal,
    { closedDuring } as unknown as PushGate,
    { during, leave: () => undefined, enter: () => undefined } as unknown as WriteLocks,
    { pathOf: () => '/one/7.git', owns: () => false } as unknown as Storages,
    { command: () => Promise.resolve({}) } as unknown as Calls,
  );
}

describe('a hand-over', () => {
  afterEach(() => jest.restoreAllMocks());

  it('logs how long writers waited, as a record, which is logged by default', async () => {
    const logged: unknown[] = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((record: unknown) => void logged.push(record));
    await handingOver().execute({ moveId: 1 }, { attempt: 1 });
    expect(logged).toEqual([{ ...MOVE, pauseMs: expect.any(Number) as number, msg: 'repository handed over' }]);
  });

  it('waits longer for running pushes each time, and goes on without them in the end', async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const waits: PushesEnd[] = [];
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
      await handingOver(waits).execute({ moveId: 1 }, { attempt });
    expect(waits.map(({ waitMs }) => waitMs / 1_000)).toEqual([0.5, 0.5, 1, 2, 4, 8, 16, 20]);
    expect(waits.map(({ isRequired }) => isRequired)).toEqual([...Array<boolean>(ATTEMPTS - 1).fill(true), false]);
  });
});
