import { defineSettings, duration, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Schedules of pipelines',
  {
    HEARTH_SCHEDULE_INTERVAL: duration({ min: 60_000 })
      .prefault('10m')
      .describe('The least time between two pipelines of a schedule, whatever its cron says'),
    HEARTH_SCHEDULES_LIMIT: wholeNumber({ min: 1, max: 10_000 })
      .prefault('50')
      .describe('How many schedules a project may have'),
  },
  { readBy: ['CiModule'] },
);

/** Most schedules of a project, and the shortest time between two pipelines of each. */
export class ScheduleLimits {
  constructor(
    readonly most: number,
    readonly intervalMs: number,
  ) {}

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): ScheduleLimits {
    const { HEARTH_SCHEDULE_INTERVAL, HEARTH_SCHEDULES_LIMIT } = settings.read(environment);
    return new ScheduleLimits(HEARTH_SCHEDULES_LIMIT, HEARTH_SCHEDULE_INTERVAL);
  }
}
