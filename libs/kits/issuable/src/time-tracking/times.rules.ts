import { MOST_SECONDS, humanDuration } from './duration.rules.js';

/** Times of an issue or a merge request, in seconds. */
export interface Times {
  readonly timeEstimate: number;
  readonly timeSpent: number;
}

/** Change of the times: a new estimate, or time that was spent (negative: subtracted); 'reset' sets the spent time to none. */
export type TimeChange = { readonly estimate: number } | { readonly spend: number | 'reset' };

/** Returns the times after a change; null where more is subtracted than was spent, or the sum is too large. */
export function timesAfter({ timeEstimate, timeSpent }: Times, change: TimeChange): Times | null {
  if ('estimate' in change) return { timeEstimate: change.estimate, timeSpent };
  const spent = change.spend === 'reset' ? 0 : timeSpent + change.spend;
  return spent < 0 || spent > MOST_SECONDS ? null : { timeEstimate, timeSpent: spent };
}

/** Texts of the system notes about changed times. @param now the day of the spent time (UTC) */
export function timeNotes(before: Times, after: Times, now: Date): string[] {
  const difference = after.timeSpent - before.timeSpent;
  const did = difference > 0 ? 'added' : 'subtracted';
  const amount = humanDuration(Math.abs(difference));
  return [
    ...(after.timeEstimate === before.timeEstimate ? [] : [estimateNote(after)]),
    ...(difference === 0
      ? []
      : [
          after.timeSpent === 0
            ? 'removed time spent'
            : `${did} ${amount!} of time spent at ${now.toISOString().slice(0, 10)}`,
        ]),
  ];
}

function estimateNote({ timeEstimate }: Times): string {
  return timeEstimate === 0 ? 'removed time estimate' : `changed time estimate to ${humanDuration(timeEstimate)!}`;
}
