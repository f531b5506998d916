import { defineSettings, wholeNumber } from '@hearth/config';

const MOST = 9;

const settings = defineSettings(
  'Copies of repositories',
  {
    HEARTH_COPIES: wholeNumber({ min: 1, max: MOST })
      .default(1)
      .describe(
        'On how many storages each repository is, the one that takes its writes included; the others follow it. No more than there are open storages',
      ),
  },
  { readBy: ['RepositoryModule'] },
);

/** Number of standing copies that repositories are to have. */
export class CopyCount {
  /** @param standing copies beside the repository itself */
  constructor(readonly standing: number) {}

  /** Reads HEARTH_COPIES. @throws ConfigurationError for an invalid value */
  static fromEnvironment(): CopyCount {
    return new CopyCount(settings.read().HEARTH_COPIES - 1);
  }
}
