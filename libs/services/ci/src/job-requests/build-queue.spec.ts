import { ListeningSession } from '@hearth/data';
import { currentOrigin, withOrigin } from '@hearth/telemetry';
import { BuildQueue } from './build-queue.js';
import type { WaitingRunners } from './waiting-runners.js';

describe('the queue of jobs', () => {
  const { open } = ListeningSession;
  afterEach(() => {
    ListeningSession.open = open;
  });

  it('does not listen on behalf of the request that was the first to ask', async () => {
    const origins: unknown[] = [];
    ListeningSession.open = () => {
      origins.push(currentOrigin());
      return Promise.reject(new Error('no connection'));
    };
    const queue = new BuildQueue({ release: () => undefined, end: () => undefined } as WaitingRunners);
    withOrigin({ correlation: 'request-1' }, () => queue.version);
    expect(origins).toEqual([undefined]);
    await queue.stop();
  });
});
