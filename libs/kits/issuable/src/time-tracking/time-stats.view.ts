import { z } from 'zod';
import { humanDuration } from './duration.rules.js';
import type { Times } from './times.rules.js';

export const TimeStatsView = z.strictObject({
  time_estimate: z.int(),
  total_time_spent: z.int(),
  human_time_estimate: z.string().nullable(),
  human_total_time_spent: z.string().nullable(),
});
export type TimeStatsView = z.output<typeof TimeStatsView>;

export function presentTimeStats({ timeEstimate, timeSpent }: Times): TimeStatsView {
  return {
    time_estimate: timeEstimate,
    total_time_spent: timeSpent,
    human_time_estimate: humanDuration(timeEstimate),
    human_total_time_spent: humanDuration(timeSpent),
  };
}
