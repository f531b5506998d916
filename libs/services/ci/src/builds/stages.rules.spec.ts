import type { PipelineStatus } from '@hearth/ci-contracts';
import { dueEvents, type When } from './stages.rules.js';

/** Takes jobs as `stage:status:when`, with a `?` for jobs that are allowed to fail; numbered from 1. */
function due(...jobs: string[]): string[] {
  const builds = jobs.map((job, index) => {
    const [stage, status, when = 'on_success'] = job.replace('?', '').split(':');
    return {
      ...{ id: index + 1, stageIndex: Number(stage), status: status as PipelineStatus, when: when as When },
      allowFailure: job.endsWith('?'),
    };
  });
  return dueEvents(builds).map(({ id, event }) => `${id} ${event}`);
}

describe('a job after earlier stages', () => {
  const STATES = ['created', 'pending', 'running', 'manual', 'success', 'failed', 'canceled', 'skipped'] as const;
  it.each<[When, string]>([
    //               created pending running manual success   failed  canceled skipped
    ['on_success', ' .       .       .       .      enqueue   skip    skip     enqueue'],
    ['on_failure', ' .       .       .       .      skip      enqueue skip     skip'],
    ['always', '     .       .       .       .      enqueue   enqueue skip     enqueue'],
    ['manual', '     .       .       .       .      actionize skip    skip     actionize'],
  ])('that is to run %s', (when, row) => {
    // The earlier stage itself waits for one that has not ended.
    const event = (earlier: PipelineStatus) => due('0:running', `1:${earlier}`, `2:created:${when}`);
    expect(STATES.flatMap(event)).toEqual([]);
    const events = STATES.map((earlier) => {
      const [after] = due(`1:${earlier}`, `2:created:${when}`).filter((each) => each.startsWith('2'));
      return after?.slice(2) ?? '.';
    });
    // A created job of the earlier stage is due itself, and runs first.
    expect(events).toEqual(row.trim().split(/ +/));
  });

  it.each(STATES.slice(1))('is left alone once it is %s', (status) => {
    expect(due('0:success', `1:${status}`)).toEqual([]);
  });
});

describe('the jobs that are due', () => {
  it.each<[string, string[], string[]]>([
    ['all of the first stage', ['0:created', '0:created', '1:created'], ['1 enqueue', '2 enqueue']],
    ['none while the earlier stage runs', ['0:success', '0:running', '1:created'], []],
    ['the next stage after a success', ['0:success', '1:created', '2:created'], ['2 enqueue']],
    ['a failure skips what waits for success', ['0:failed', '1:created', '2:created'], ['2 skip', '3 skip']],
    [
      'a failure runs what waits for it, and what always runs',
      ['0:failed', '1:created:on_failure', '1:created:always', '1:created'],
      ['2 enqueue', '3 enqueue', '4 skip'],
    ],
    ['an allowed failure is a success', ['0:failed:on_success?', '1:created'], ['2 enqueue']],
    ['a canceled stage skips the later ones', ['0:canceled', '1:created:always', '2:created'], ['2 skip', '3 skip']],
    ['a manual job waits for a user', ['0:created:manual', '0:created'], ['1 actionize', '2 enqueue']],
    ['a blocking manual job holds the later stages', ['0:manual:manual', '1:created'], []],
    ['another manual job does not', ['0:manual:manual?', '1:created'], ['2 enqueue']],
    [
      'what runs on failure is skipped in the first stage',
      ['0:created:on_failure', '1:created'],
      ['1 skip', '2 enqueue'],
    ],
    ['a stage that is skipped as a whole', ['0:success', '1:created:on_failure', '2:created'], ['2 skip', '3 enqueue']],
  ])('%s', (_, jobs, expected) => expect(due(...jobs)).toEqual(expected));
});
