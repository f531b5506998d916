import type { Scene, Step } from '../quick-actions.rules.js';
import { humanDuration, parseDuration } from './duration.rules.js';
import { timesAfter, type TimeChange, type Times } from './times.rules.js';

interface TimeEffects {
  readonly times?: Times;
}
type TimeStep = Step<TimeEffects> | null;

/** Names of the quick actions about times. */
export const TIME_ACTIONS = ['estimate', 'remove_estimate', 'spend', 'remove_time_spent'] as const;

/** Quick actions about times; not possible for a text that is no duration, or where more is subtracted than was spent. */
export const TIME_STEPS: Readonly<Record<(typeof TIME_ACTIONS)[number], (scene: Scene<Times, unknown>) => TimeStep>> = {
  estimate: ({ argument, now }) => {
    const estimate = parseDuration(argument);
    if (estimate === null || estimate <= 0) return null;
    const told = { time_estimate: estimate };
    return step(now, { estimate }, told, `Set time estimate to ${humanDuration(estimate)!}.`);
  },
  remove_estimate: ({ now }) =>
    now.timeEstimate === 0 ? null : step(now, { estimate: 0 }, { time_estimate: 0 }, 'Removed time estimate.'),
  spend: ({ argument, now }) => {
    const spend = parseDuration(argument);
    if (spend === null || spend === 0) return null;
    const did = spend > 0 ? 'Added' : 'Subtracted';
    const told = { spend_time: { duration: spend } };
    return step(now, { spend }, told, `${did} ${humanDuration(Math.abs(spend))!} spent time.`);
  },
  remove_time_spent: ({ now }) =>
    now.timeSpent === 0
      ? null
      : step(now, { spend: 'reset' }, { spend_time: { duration: 'reset' } }, 'Removed spent time.'),
};

function step(now: Times, change: TimeChange, told: Readonly<Record<string, unknown>>, sentence: string): TimeStep {
  const times = timesAfter(now, change);
  return times && { effects: { times }, told, sentence };
}
