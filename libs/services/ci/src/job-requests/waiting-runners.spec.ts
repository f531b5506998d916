import type { Database } from '@hearth/data';
import type { RunnerLimits } from './runner-limits.js';
import type { TakesStore } from './takes.store.js';
import { WaitingRunners } from './waiting-runners.js';

describe('a runner that looks for a job', () => {
  it('does not wait again once the waits have ended', async () => {
    const takesStore = { ready: (_: Database, ids: readonly number[]) => Promise.resolve(ids) };
    const waitingRunners = new WaitingRunners(
      {} as Database,
      takesStore as unknown as TakesStore,
      { waiting: 1 } as RunnerLimits,
    );
    const looks = Promise.withResolvers<void>();
    const found = Promise.withResolvers<undefined>();
    const waits = waitingRunners.wait({ id: 1, projectId: null }, new AbortController().signal, () => {
      looks.resolve();
      return found.promise;
    });
    waitingRunners.wake();
    await looks.promise;
    waitingRunners.end();
    found.resolve(undefined);
    expect(await waits).toBeUndefined();
  });
});
