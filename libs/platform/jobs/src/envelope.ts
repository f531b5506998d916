import { currentOrigin, traceHeaders } from '@hearth/telemetry';
import { z } from 'zod';

/** What is stored of a job: its data, what it goes back to, and the trace in which it was added. */
const Envelope = z.object({
  data: z.unknown(),
  correlation: z.string().optional(),
  /** Id of the user who acts. */
  actor: z.number().optional(),
  /** Id of the event that the job follows from. */
  causation: z.string().optional(),
  trace: z.record(z.string(), z.string()).optional(),
  /** Added by the clock, not by a change. */
  scheduled: z.literal(true).optional(),
});

export type Envelope = z.output<typeof Envelope>;

/** What the clock adds. */
export const scheduledEnvelope: Envelope = { data: {}, scheduled: true };

/** A job's data with the origin and the trace of the running work. */
export function enclose(data: unknown): Envelope {
  const { correlation, actor, causation } = currentOrigin() ?? {};
  const trace = traceHeaders();
  return { data, correlation, actor, causation, ...(Object.keys(trace).length > 0 && { trace }) };
}

/** @throws z.ZodError for what was not stored by `enclose` */
export function openEnvelope(stored: unknown): Envelope {
  return Envelope.parse(stored);
}
