import type { PipelineStatus } from '@hearth/ci-contracts';
import fc from 'fast-check';
import { BUILD_TRANSITIONS } from './build-status.rules.js';
import { dependentsOf, dueEvents, type StagedBuild, type When } from './stages.rules.js';

/** Takes jobs as `stage:status:when:needs`, with a `?` for jobs that are allowed to fail; named and numbered from 1. */
function staged(...jobs: string[]): StagedBuild[] {
  return jobs.map((job, index) => {
    const [stage, status, when, needs] = job.replace('?', '').split(':');
    return {
      ...{ id: index + 1, name: String(index + 1), stageIndex: Number(stage), status: status as PipelineStatus },
      ...{ when: (when || 'on_success') as When, allowFailure: job.endsWith('?') },
      needs: needs === undefined ? null : needs.split(',').filter(Boolean),
    };
  });
}

const due = (...jobs: string[]) => dueEvents(staged(...jobs)).map(({ id, event }) => `${id} ${event}`);

describe('a job after earlier stages', () => {
  const STATES = [
    'created',
    'pending',
    'running',
    'manual',
    'success',
    'failed',
    'canceled',
    'skipped',
    'scheduled',
    'waiting_for_resource',
  ] as const;
  it.each<[When, string]>([
    //               created pending running manual success   failed  canceled skipped  scheduled waiting_for_resource
    ['on_success', ' .       .       .       .      enqueue   skip    skip     enqueue  .        .'],
    ['on_failure', ' .       .       .       .      skip      enqueue skip     skip     .        .'],
    ['always', '     .       .       .       .      enqueue   enqueue skip     enqueue  .        .'],
    ['manual', '     .       .       .       .      actionize skip    skip     actionize .        .'],
    ['delayed', '    .       .       .       .      schedule  skip    skip     schedule .        .'],
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
    ['a job that is being canceled holds the later stages', ['0:canceling', '1:created:always', '1:created::1'], []],
    ['a manual job waits for a user', ['0:created:manual', '0:created'], ['1 actionize', '2 enqueue']],
    ['a blocking manual job holds the later stages', ['0:manual:manual', '1:created'], []],
    ['another manual job does not', ['0:manual:manual?', '1:created'], ['2 enqueue']],
    ['a delayed job holds the later stages', ['0:created:delayed', '0:scheduled:delayed', '1:created'], ['1 schedule']],
    [
      'what runs on failure is skipped in the first stage',
      ['0:created:on_failure', '1:created'],
      ['1 skip', '2 enqueue'],
    ],
    ['a stage that is skipped as a whole', ['0:success', '1:created:on_failure', '2:created'], ['2 skip', '3 enqueue']],
  ])('%s', (_, jobs, expected) => expect(due(...jobs)).toEqual(expected));
});

describe('the jobs with needs that are due', () => {
  it.each<[string, string[], string[]]>([
    ['at once without a need', ['0:running', '1:created::'], ['2 enqueue']],
    ['when their needs have succeeded', ['0:success', '0:running', '1:created::1', '1:created::1,2'], ['3 enqueue']],
    ['within a stage', ['0:success', '0:created::1', '0:created::2'], ['2 enqueue']],
    ['not after a failed need', ['0:failed', '1:created::1', '2:created::2'], ['2 skip', '3 skip']],
    ['after a need that is allowed to fail', ['0:failed:?', '1:created::1'], ['2 enqueue']],
    [
      'on failure, and always',
      ['0:failed', '1:created:on_failure:1', '1:created:always:1'],
      ['2 enqueue', '3 enqueue'],
    ],
    ['not after a skipped need', ['0:skipped', '1:created::1', '1:created:always:1'], ['2 skip', '3 enqueue']],
    [
      'not after a manual need that was not started',
      ['0:manual:manual?', '1:created::1', '2:created'],
      ['2 skip', '3 enqueue'],
    ],
    ['not before a blocking manual need', ['0:manual:manual', '1:created::1'], []],
    ['not after a canceled need', ['0:canceled', '1:created:always:1'], ['2 skip']],
    ['whatever the other jobs of earlier stages do', ['0:failed', '0:success', '1:created::2'], ['3 enqueue']],
    ['as manual ones', ['0:success', '1:created:manual:1'], ['2 actionize']],
    [
      'after needs that are skipped with them',
      ['0:failed', '1:created::1', '1:created::2', '2:created'],
      ['2 skip', '3 skip', '4 skip'],
    ],
    ['without needs that the pipeline lacks', ['0:running', '1:created::9'], ['2 enqueue']],
  ])('%s', (_, jobs, expected) => expect(due(...jobs)).toEqual(expected));

  it('are those that need a job, also by others', () => {
    const builds = staged('0:success', '0:skipped::1', '1:skipped::2', '1:skipped', '1:skipped::9');
    expect(dependentsOf(builds, '1').map(({ name }) => name)).toEqual(['2', '3']);
  });

  const graph = fc
    .array(
      fc.record({ stage: fc.nat(3), needs: fc.option(fc.array(fc.nat(), { maxLength: 3 })), fails: fc.boolean() }),
      {
        ...{ minLength: 1, maxLength: 12 },
      },
    )
    .map((jobs) => jobs.toSorted((a, b) => a.stage - b.stage));

  it('end, in any order of their runs, with every job ended', () => {
    fc.assert(
      fc.property(graph, fc.infiniteStream(fc.nat()), (jobs, picks) => {
        let builds = jobs.map(({ stage, needs }, index): StagedBuild => ({
          ...{ id: index, name: String(index), stageIndex: stage, status: 'created', when: 'on_success' },
          ...{ allowFailure: false, needs: index === 0 ? null : (needs?.map((need) => String(need % index)) ?? null) },
        }));
        const move = (id: number, status: PipelineStatus) =>
          (builds = builds.map((build) => (build.id === id ? { ...build, status } : build)));
        for (let round = 0; round <= jobs.length; round += 1) {
          for (const { id, event } of dueEvents(builds)) move(id, BUILD_TRANSITIONS[event].to);
          expect(dueEvents(builds)).toEqual([]);
          const pending = builds.filter(({ status }) => status === 'pending');
          if (pending.length === 0) break;
          const { id } = pending[picks.next().value! % pending.length]!;
          move(id, jobs[id]!.fails ? 'failed' : 'success');
        }
        expect(builds.filter(({ status }) => !['success', 'failed', 'skipped'].includes(status))).toEqual([]);
      }),
    );
  });
});
