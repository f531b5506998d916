import { defineSettings, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Activities',
  {
    HEARTH_ACTIVITY_DAYS: wholeNumber({ min: 1, max: 3_650 })
      .prefault('90')
      .describe('How many days the activities of users in projects (`/events`) are kept'),
  },
  { readBy: ['ProjectsModule'] },
);

/** Returns how many days activities are kept. */
export function activityDays(): number {
  return settings.read().HEARTH_ACTIVITY_DAYS;
}
