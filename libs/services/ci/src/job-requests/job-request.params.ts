import { v4 } from '@hearth/http';
import { z } from 'zod';
import { Info } from '../runners/runner.params.js';
import type { TraceSummary } from '../traces/traces.store.js';

const LONGEST_TEXT = 255;
const word = () => v4.optional(v4.text({ most: LONGEST_TEXT }));

export const RequestJobParams = z.object({
  token: v4.text({ most: LONGEST_TEXT }),
  system_id: word(),
  last_update: word(),
  info: v4.optional(
    Info.extend({
      features: v4.optional(
        z.object({
          cancel_gracefully: v4
            .optional(v4.boolean())
            .describe('Whether the runner runs `after_script` of a job that is canceled'),
        }),
      ),
    }),
  ),
});

/** Most bytes of a whole trace that an old runner sends with its report, as JSON. */
export const LARGEST_REPORT = 16 * 1024 * 1024;

export const UpdateJobParams = z.object({
  id: v4.id(),
  token: word(),
  state: v4
    .optional(v4.oneOf(['pending', 'running', 'success', 'failed']))
    .describe('State of the job; `pending` while the runner prepares to begin it'),
  failure_reason: word(),
  exit_code: v4.optional(v4.integer()).describe('Exit code of the script of a failed job'),
  trace: v4.optional(v4.content({ most: LARGEST_REPORT })),
  output: v4.optional(z.object({ checksum: word(), bytesize: v4.optional(v4.integer()) })),
  info: v4.optional(z.object({ features: v4.optional(z.object({ trace_reset: v4.optional(v4.boolean()) })) })),
});

/** Returns the runner's summary of the trace, if the runner could send the trace again. */
export function summaryIn({ output, info: about }: z.output<typeof UpdateJobParams>): TraceSummary | undefined {
  const [, digits] = /^crc32:([\da-f]{8})$/i.exec(output?.checksum ?? '') ?? [];
  if (digits === undefined || !about?.features?.trace_reset) return undefined;
  return { size: output?.bytesize ?? 0, checksum: Number.parseInt(digits, 16) };
}

export const AppendTraceParams = z.object({ id: v4.id(), token: word() });

/** Returns the start of a piece of a trace: `<start>-<end>`; undefined for anything else. */
export function startOf(range: string): number | undefined {
  const [, start] = /^(\d{1,15})-\d{1,15}$/.exec(range.trim()) ?? [];
  return start === undefined ? undefined : Number(start);
}
