import { isGiven, isText } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import { durationSeconds } from '../duration.rules.js';

/** In seconds: a week. */
const LONGEST_DELAY = 7 * 24 * 3_600;

/**
 * Reads `start_in`: the seconds after which a delayed job starts. Every delayed job has it, and no other one.
 * @param isAbsent whether it must be left out for another reason: the rules of the job have it
 * @throws ConfigurationInvalid
 */
export function startInOf(
  place: string,
  value: unknown,
  { isDelayed, isAbsent = false }: { readonly isDelayed: boolean; readonly isAbsent?: boolean },
): number | undefined {
  const seconds = isText(value) ? durationSeconds(value) : undefined;
  if (isDelayed && seconds === undefined) throw invalid(place, 'start in should be a duration');
  if (isGiven(value) && (!isDelayed || isAbsent)) throw invalid(place, 'start in must be blank');
  if (seconds !== undefined && seconds > LONGEST_DELAY) throw invalid(place, 'start in should not exceed the limit');
  return seconds;
}
