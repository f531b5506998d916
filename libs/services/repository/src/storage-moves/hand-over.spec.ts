import { Logger } from '@nestjs/common';
import type { Calls } from '@hearth/calls';
import type { RefJournal } from '../journal/ref-journal.js';
import type { PushGate } from '../repositories/push-gate.js';
import type { WriteLocks } from '../repositories/write-locks.js';
import type { Storages } from '../storages/storages.js';
import type { StorageMoveAttempts } from './attempts.js';
import type { ChangeStorage } from './change-storage.js';
import { HandOver } from './hand-over.js';

const MOVE = { projectId: 7, source: 'one', destination: 'two' };

describe('a hand-over', () => {
  afterEach(() => jest.restoreAllMocks());

  it('logs how long writers waited, as a record, which is logged by default', async () => {
    const logged: unknown[] = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((record: unknown) => void logged.push(record));
    const during = async (_: number, work: () => Promise<void>) => work();
    const handOver = new HandOver(
      {
        run: (_id: number, _run: unknown, work: (move: unknown) => Promise<void>) => work(MOVE),
      } as StorageMoveAttempts,
      { execute: () => Promise.resolve(true) } as unknown as ChangeStorage,
      { settleOpen: () => Promise.resolve() } as unknown as RefJournal,
      { closedDuring: (_project: number, _ms: number, work: () => Promise<void>) => work() } as unknown as PushGate,
      { during, leave: () => undefined, enter: () => undefined } as unknown as WriteLocks,
      { pathOf: () => '/one/7.git', owns: () => false } as unknown as Storages,
      { command: () => Promise.resolve({}) } as unknown as Calls,
    );
    await handOver.execute({ moveId: 1 }, { attempt: 1 });
    expect(logged).toEqual([{ ...MOVE, pauseMs: expect.any(Number) as number, msg: 'repository handed over' }]);
  });
});
