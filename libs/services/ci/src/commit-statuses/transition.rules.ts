import type { PipelineStatus } from '@hearth/ci-contracts';

/** States that a client may report. */
export const POSTED_STATES = ['pending', 'running', 'success', 'failed', 'canceled'] as const;
export type PostedState = (typeof POSTED_STATES)[number];

/** What may happen to the status of a job that runs elsewhere. */
export type StatusEvent = 'enqueue' | 'run' | 'success' | 'drop' | 'cancel';

/** The states from which a new report continues a status; a status in another one has ended, and the report begins another. */
export const CONTINUED: readonly PipelineStatus[] = ['pending', 'running'];

/** From where each event leads to its state. A row that was just made is `created`. */
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
 * Decides whether a reported state may follow the present one. A new status may be reported as running at once: it was pending for no time.
 * @returns undefined when it may, else the event that is impossible
 */
export function impossibleEvent(from: PipelineStatus, posted: PostedState): StatusEvent | undefined {
  const event = EVENTS[posted];
  if (posted === 'running' && from === 'created') return undefined;
  return SOURCES[event].includes(from) ? undefined : event;
}

const PROTOCOLS = new Set(['http:', 'https:']);
const LONGEST_URL = 255;

/** Lists what is wrong with the URL of a status; nothing where it is valid. */
export function targetUrlFailures(url: string): string[] {
  const isValid = /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) && PROTOCOLS.has(new URL(url).protocol);
  return [
    ...(isValid ? [] : ['must be a valid URL']),
    ...([...url].length > LONGEST_URL ? [`is too long (maximum is ${LONGEST_URL} characters)`] : []),
  ];
}
