import { defineSettings, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Variables of jobs',
  {
    HEARTH_VARIABLES_LIMIT: wholeNumber({ min: 1, max: 10_000 })
      .prefault('1000')
      .describe('How many variables a project, a group and the instance may each have: every job gets all of them'),
  },
  { readBy: ['CiModule'] },
);

/** Most variables of a project, of a group, and of the instance. */
export class VariableLimits {
  constructor(readonly most: number) {}

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): VariableLimits {
    return new VariableLimits(settings.read(environment).HEARTH_VARIABLES_LIMIT);
  }
}
