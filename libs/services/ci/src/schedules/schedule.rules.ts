import { CronExpressionParser } from 'cron-parser';
import type { Fields } from '../configuration/checks.rules.js';
import { MOST_INPUTS } from '../plans/inputs.params.js';
import { LONGEST_VALUE } from '../variables/variable.params.js';

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DAYS = 'sun|mon|tue|wed|thu|fri|sat';
/** Five fields of numbers, names, ranges, lists and steps. Further syntax of the parser is not portable. */
const CRON = new RegExp(String.raw`^(?:(?:[\d*,/-]|${MONTHS}|${DAYS})+(?:\s+|$)){5}$`, 'i');

/** Times of a schedule. */
export interface Recurrence {
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
}

interface ScheduleTexts {
  readonly description: string;
  readonly ref: string;
}

/** Change of the value that a schedule gives an input; without a value, or with `destroy`, it has none. */
export interface InputChange {
  readonly name: string;
  readonly value?: unknown;
  readonly destroy?: boolean | undefined;
}

/** Applies changes to the inputs of a schedule; others stay. */
export function changedInputs(inputs: Fields, changes: readonly InputChange[]): Fields {
  const values = new Map(Object.entries(inputs));
  for (const { name, value, destroy = false } of changes) {
    if (destroy || value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** Returns the errors of a schedule's fields; none for a valid one. */
export function scheduleErrors(
  { description, ref, inputs, ...recurrence }: Recurrence & ScheduleTexts & { readonly inputs: Fields },
  now: Date,
): Readonly<Record<string, readonly string[]>> {
  const blank = ["can't be blank"];
  const isZone = isTimeZone(recurrence.timeZone);
  return {
    ...(isZone && nextRun(recurrence, now) === undefined && { cron: [' is invalid syntax'] }),
    ...(!isZone && { cron_timezone: [' is invalid syntax'] }),
    ...(ref.trim() === '' && { ref: blank }),
    ...(description.trim() === '' && { description: blank }),
    ...(Object.keys(inputs).length > MOST_INPUTS && { inputs: ['has too many entries'] }),
    ...(JSON.stringify(inputs).length > LONGEST_VALUE && { inputs: ['is too long'] }),
  };
}

/** Returns the first time after another one; undefined when there is none, or the cron cannot be parsed. */
export function nextRun({ cron, timeZone }: Recurrence, after: Date): Date | undefined {
  const schedule = cron.trim();
  if (!CRON.test(schedule)) return undefined;
  try {
    return CronExpressionParser.parse(schedule, { tz: timeZone, currentDate: after }).next().toDate();
  } catch {
    return undefined;
  }
}

/**
 * Returns the next time of a schedule. Times in the past are skipped, and times too soon after its last one.
 * @param lastAt the last time, which may be made up for now
 */
export function runAfter(recurrence: Recurrence, lastAt: Date, now: Date, intervalMs: number): Date | undefined {
  return nextRun(recurrence, new Date(Math.max(now.getTime(), lastAt.getTime() + intervalMs - 1)));
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return !/^[+-]/.test(timeZone);
  } catch {
    return false;
  }
}
