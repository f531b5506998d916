import type { PipelineStatus } from '@hearth/ci-contracts';
import { isFinal, pipelineStatus } from './pipeline-status.rules.js';

/** `failed?` stands for a job that is allowed to fail. */
function status(jobs: string): PipelineStatus {
  return pipelineStatus(
    jobs
      .split(' ')
      .filter(Boolean)
      .map((job) => ({
        status: job.replace('?', '') as PipelineStatus,
        allowFailure: job.endsWith('?'),
        count: 1,
      })),
  );
}

describe('pipelineStatus', () => {
  it.each<[rule: number, jobs: string, expected: PipelineStatus]>([
    [1, 'skipped failed?', 'success'],
    [1, 'failed?', 'success'],
    [1, 'canceled?', 'success'],
    [2, 'skipped skipped', 'skipped'],
    [2, '', 'skipped'],
    [2, 'manual?', 'skipped'],
    [3, 'success success', 'success'],
    [3, 'success failed? manual? canceled?', 'success'],
    [4, 'created created', 'created'],
    [5, 'success skipped', 'success'],
    [6, 'success skipped canceled', 'canceled'],
    [6, 'canceled', 'canceled'],
    [7, 'created skipped pending', 'pending'],
    [7, 'pending', 'pending'],
    [7, 'created pending?', 'pending'],
    [8, 'success running', 'running'],
    [8, 'success pending', 'running'],
    [8, 'failed pending created', 'running'],
    [8, 'manual running', 'running'],
    [9, 'manual waiting_for_resource', 'waiting_for_resource'],
    [10, 'success manual created', 'manual'],
    [11, 'success scheduled created', 'scheduled'],
    [11, 'scheduled canceling', 'scheduled'],
    [10, 'manual scheduled', 'manual'],
    [12, 'success created', 'running'],
    [12, 'failed created', 'running'],
    [12, 'created canceling', 'running'],
    [13, 'success failed canceled canceling', 'canceling'],
    [13, 'canceling?', 'canceling'],
    [14, 'failed', 'failed'],
    [14, 'success failed canceled skipped', 'failed'],
  ])('rule %i: %s is %s', (_, jobs, expected) => {
    expect(status(jobs)).toBe(expected);
  });

  // Status of two jobs: one of the row, one of the column.
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
  it.each<[PipelineStatus, string]>([
    //           created pending running manual  success failed   canceled skipped scheduled waiting_for_resource
    ['created', ' created pending running manual  running running  running  pending scheduled waiting_for_resource'],
    ['pending', ' pending pending running running running running  running  pending running running'],
    ['running', ' running running running running running running  running  running running running'],
    ['manual', '  manual  running running manual  manual  manual   manual   manual manual waiting_for_resource'],
    ['success', ' running running running manual  success failed   canceled success scheduled waiting_for_resource'],
    ['failed', '  running running running manual  failed  failed   failed   failed scheduled waiting_for_resource'],
    ['canceled', 'running running running manual  canceled failed  canceled canceled scheduled waiting_for_resource'],
    ['skipped', ' pending pending running manual  success failed   canceled skipped scheduled waiting_for_resource'],
    [
      'scheduled',
      'scheduled running running manual scheduled scheduled scheduled scheduled scheduled waiting_for_resource',
    ],
    [
      'waiting_for_resource',
      'waiting_for_resource running running waiting_for_resource waiting_for_resource waiting_for_resource waiting_for_resource waiting_for_resource waiting_for_resource waiting_for_resource',
    ],
  ])('of a %s job and one of each state', (first, row) => {
    expect(STATES.map((second) => status(`${first} ${second}`))).toEqual(row.trim().split(/ +/));
  });

  it.each<[string, string]>([
    ['failed?', 'created pending running manual success failed canceled success scheduled waiting_for_resource'],
    ['canceled?', 'created pending running manual success failed canceled success scheduled waiting_for_resource'],
    ['manual?', 'created pending running manual success failed canceled skipped scheduled waiting_for_resource'],
    ['success?', 'running running running manual success failed canceled success scheduled waiting_for_resource'],
    ['created?', 'created pending running manual running running running pending scheduled waiting_for_resource'],
  ])('of a job that may fail (%s) and one of each state', (first, row) => {
    expect(STATES.map((second) => status(`${first} ${second}`))).toEqual(row.split(' '));
  });

  it('overlooks jobs that there are none of', () => {
    expect(pipelineStatus([{ status: 'failed', allowFailure: false, count: 0 }])).toBe('skipped');
  });

  it.each<[PipelineStatus, boolean]>([
    ['created', false],
    ['pending', false],
    ['running', false],
    ['canceling', false],
    ['manual', false],
    ['success', true],
    ['failed', true],
    ['canceled', true],
    ['skipped', true],
  ])('%s is final: %s', (given, expected) => expect(isFinal(given)).toBe(expected));
});
