import type { TimeStatsView } from '@hearth/projects-contracts';
import { humanDuration } from './duration.rules.js';
import type { Times } from './times.rules.js';

export function presentTimeStats({ timeEstimate, timeSpent }: Times): TimeStatsView {
  return {
    time_estimate: timeEstimate,
    total_time_spent: timeSpent,
    human_time_estimate: humanDuration(timeEstimate),
    human_total_time_spent: humanDuration(timeSpent),
  };
}
