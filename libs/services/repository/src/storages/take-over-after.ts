import { defineSettings, duration } from '@hearth/config';

const SECOND_MS = 1_000;

const settings = defineSettings(
  'Taking over of storages',
  {
    HEARTH_TAKE_OVER_AFTER: duration({ min: 10 * SECOND_MS })
      .default(30 * SECOND_MS)
      .describe(
        'How long the owner of a storage must be silent before its repositories are taken over by their copies. Without copies nothing is',
      ),
  },
  { readBy: ['RepositoryModule'] },
);

/** Time for which the owner of a storage must be silent before it is taken over. */
export class TakeOverAfter {
  constructor(readonly ms: number) {}

  /** Reads HEARTH_TAKE_OVER_AFTER. @throws ConfigurationError for an invalid value */
  static fromEnvironment(): TakeOverAfter {
    return new TakeOverAfter(settings.read().HEARTH_TAKE_OVER_AFTER);
  }
}
