import { PIPELINE_STATUSES, type PipelineStatus } from '@hearth/ci-contracts';
import { BUILD_TRANSITIONS, failureReason, isRetryable, type BuildEvent } from './build-status.rules.js';

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
  'canceling',
] as const;

/** New state of a job by event and present state; a dot means no change. */
const TABLE: Readonly<Record<BuildEvent, string>> = {
  //          created  pending  running  manual   success  failed   canceled skipped  scheduled waiting_for_resource canceling
  enqueue: '  pending  .        .        pending  .        .        .        pending  pending   pending .',
  actionize: 'manual   .        .        .        .        .        .        .        .         . .',
  schedule: 'scheduled .       .        .        .        .        .        .        .         . .',
  run: '      .        running  .        .        .        .        .        .        .         . .',
  skip: '     skipped  skipped  .        .        .        .        .        .        .         . .',
  drop: '     failed   failed   failed   .        .        .        .        .        .         . failed',
  success: '  success  success  success  .        .        .        .        .        .         . success',
  cancel: '   canceled canceled canceled canceled .        .        .        .        canceled  canceled .',
  forceCancel: '. . . . . . . . . . canceled',
  process: '  .        .        .        created  .        .        .        created  .         . .',
  resume: '   .        .        .        running  running  running  running  running  .         . .',
  pass: '     .        skipped  skipped  .        .        .        .        .        .         . .',
  block: '    .        manual   manual   .        .        .        .        .        .         . .',
};

describe('a job', () => {
  it('has these states and events, and no others', () => {
    expect([...STATES].sort()).toEqual([...PIPELINE_STATUSES].sort());
    expect(Object.keys(BUILD_TRANSITIONS).sort()).toEqual(Object.keys(TABLE).sort());
  });

  it.each(Object.entries(TABLE) as [BuildEvent, string][])('changes by %s', (event, row) => {
    const { from, to } = BUILD_TRANSITIONS[event];
    const after = STATES.map((state) => ((from as readonly PipelineStatus[]).includes(state) ? to : '.'));
    expect(after).toEqual(row.trim().split(/ +/));
  });

  it('is run again from its ends', () => {
    expect(STATES.filter(isRetryable)).toEqual(['success', 'failed', 'canceled']);
  });

  it.each<[string | undefined, string]>([
    [undefined, 'script_failure'],
    ['script_failure', 'script_failure'],
    ['runner_system_failure', 'runner_system_failure'],
    ['missing_dependency_failure', 'missing_dependency_failure'],
    ['job_execution_timeout', 'stuck_or_timeout_failure'],
    ['image_pull_failure', 'runner_system_failure'],
    ['something_new', 'unknown_failure'],
  ])('that its runner says to have failed by %s has failed by %s', (reported, reason) => {
    expect(failureReason(reported)).toBe(reason);
  });
});
