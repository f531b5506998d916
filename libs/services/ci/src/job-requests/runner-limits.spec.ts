import type { ProjectId } from '@hearth/contract-kit';
import { TooManyRequests } from '@hearth/http';
import { RunnerLimits } from './runner-limits.js';

const PROJECT = 7 as ProjectId;

describe('the limits of runners', () => {
  const limits = () => new RunnerLimits({ perToken: 1, perProject: 2, waiting: 3 });
  const counted = async (count: number, request: () => Promise<void>) => {
    for (let n = 0; n < count; n++) await request();
  };

  it('count the requests of ten seconds by the token', async () => {
    const rates = limits();
    await counted(10, () => rates.countToken('one'));
    const refused = await rates.countToken('one').catch((error: unknown) => error);
    expect(TooManyRequests.is(refused) && refused.toRecord()).toMatchObject({
      status: 429,
      body: 'Retry later',
      headers: { 'ratelimit-name': 'runner', 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'retry-after': '10' },
    });
    await expect(rates.countToken('two')).resolves.toBeUndefined();
  });

  it('count those of a project together', async () => {
    const rates = limits();
    await counted(20, () => rates.countProject(PROJECT));
    await expect(rates.countProject(PROJECT)).rejects.toMatchObject({ status: 429 });
    await expect(rates.countProject(8 as ProjectId)).resolves.toBeUndefined();
  });

  it('do not count requests that get a job', async () => {
    const rates = limits();
    await counted(30, async () => {
      await rates.countToken('one');
      await rates.countProject(PROJECT);
      await rates.uncount('one', PROJECT);
    });
    await counted(10, () => rates.countToken('one'));
    await expect(rates.countToken('one')).rejects.toMatchObject({ status: 429 });
  });

  it('are settings', () => {
    expect(RunnerLimits.fromEnvironment({}).waiting).toBe(200);
    expect(RunnerLimits.fromEnvironment({ HEARTH_RUNNER_WAITING: '5' }).waiting).toBe(5);
  });
});
