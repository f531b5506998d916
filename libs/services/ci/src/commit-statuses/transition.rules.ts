import type { PipelineStatus } from '@hearth/ci-contracts';

/** States that a client may report. */
export const POSTED_STATES = ['pending', 'running', 'success', 'failed', 'canceled'] as const;
export type PostedState = (typeof POSTED_STATES)[number];

/** Events of an external status. */
export type StatusEvent = 'enqueue' | 'run' | 'success' | 'drop' | 'cancel';

/** States in which a new report continues a status. In any other state the status has ended, and the report adds another one. */
export const CONTINUED: readonly PipelineStatus[] = ['pending', 'running'];

/** Source states of each event. A new row is `created`. */
const SOURCES: Readonly<Record<StatusEvent, readonly PipelineStatus[]>> = {
  enqueue: ['created'],
  run: ['pending'],
  success: ['created', ...CONTINUED],
  drop: ['created', ...CONTINUED],
  cancel: ['created', ...CONTINUED],
};

const EVENTS = {
  pending: 'enqueue',
  running: 'run',
  success: 'success',
  failed: 'drop',
  canceled: 'cancel',
} as const satisfies Record<PostedState, StatusEvent>;

/**
 * Returns the event that makes a reported state impossible after the present one. A new status may be reported as running at once: it was pending
 * for no time.
 * @returns undefined when the state may follow
 */
export function impossibleEvent(from: PipelineStatus, posted: PostedState): StatusEvent | undefined {
  const event = EVENTS[posted];
  if (posted === 'running' && from === 'created') return undefined;
  return SOURCES[event].includes(from) ? undefined : event;
}

const PROTOCOLS = new Set(['http:', 'https:']);
const LONGEST_URL = 255;

/** Returns the errors in the URL of a status; none for a valid one. */
export function targetUrlFailures(url: string): string[] {
  const isValid = /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) && PROTOCOLS.has(new URL(url).protocol);
  return [
    ...(isValid ? [] : ['must be a valid URL']),
    ...([...url].length > LONGEST_URL ? [`is too long (maximum is ${LONGEST_URL} characters)`] : []),
  ];
}
