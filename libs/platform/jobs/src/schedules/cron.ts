import { CronExpressionParser } from 'cron-parser';
import type { z } from 'zod';

/** A recurring time. */
export interface Schedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly schedule: string;
  readonly timeZone: string;
}

/**
 * Checks that a job can have this schedule.
 * @throws with a sentence that says what is wrong
 */
export function checkSchedule({ name, schedule, timeZone, data }: Schedule & { name: string; data: z.ZodType }): void {
  if (schedule.trim().split(/\s+/).length !== 5) {
    throw new Error(`the schedule of ${name} needs five fields (minute hour day month weekday): ${schedule}`);
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    lastTick({ schedule, timeZone }, new Date());
  } catch (error) {
    throw new Error(`the schedule of ${name} cannot be read: ${(error as Error).message}`);
  }
  if (!data.safeParse({}).success) throw new Error(`${name} has a schedule, so its data must accept {}`);
}

/** Returns the last tick at or before a time. */
export function lastTick({ schedule, timeZone }: Schedule, at: Date): Date {
  // The parser looks strictly before its date.
  const currentDate = new Date(at.getTime() + 1);
  return CronExpressionParser.parse(schedule, { tz: timeZone, currentDate }).prev().toDate();
}
