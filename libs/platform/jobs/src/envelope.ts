import { currentOrigin, traceHeaders } from '@hearth/telemetry';
import { z } from 'zod';

/** Stored form of a job: its data, its origin, and the trace in which it was added. */
const Envelope = z.object({
  data: z.unknown(),
  correlation: z.string().optional(),
  /** User id of the actor. */
  actor: z.number().optional(),
  /** Id of the event that caused the job. */
  causation: z.string().optional(),
  trace: z.record(z.string(), z.string()).optional(),
  /** Set when the schedule added the job. */
  scheduled: z.literal(true).optional(),
});

export type Envelope = z.output<typeof Envelope>;

/** The envelope of jobs that a schedule adds. */
export const scheduledEnvelope: Envelope = { data: {}, scheduled: true };

/** Wraps a job's data with the origin and trace of the running work. */
export function envelopeOf(data: unknown): Envelope {
  const { correlation, actor, causation } = currentOrigin() ?? {};
  const trace = traceHeaders();
  return { data, correlation, actor, causation, ...(Object.keys(trace).length > 0 && { trace }) };
}

/**
 * Parses a stored job.
 * @throws z.ZodError for anything that `envelopeOf` did not write
 */
export function openEnvelope(stored: unknown): Envelope {
  return Envelope.parse(stored);
}
