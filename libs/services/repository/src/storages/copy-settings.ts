import { ConfigurationError, defineSettings, wholeNumber } from '@hearth/config';
import { z } from 'zod';

const MOST = 9;

const settings = defineSettings(
  'Copies of repositories',
  {
    HEARTH_COPIES: wholeNumber({ min: 1, max: MOST })
      .default(1)
      .describe(
        'Number of storages for each repository, the one that takes its writes included; the others follow it. No more than there are open storages. Admins set other numbers for projects and groups',
      ),
    HEARTH_ACKNOWLEDGE: z
      .enum(['primary', 'copy'])
      .default('primary')
      .describe(
        'When a write of refs is answered: when it is on the storage of the repository, or when a copy has it too. `copy` needs HEARTH_COPIES of at least 2',
      ),
    HEARTH_WITHOUT_COPY: z
      .enum(['refuse', 'accept'])
      .default('refuse')
      .describe(
        'With HEARTH_ACKNOWLEDGE=copy, while no storage with a copy is served: whether writes of refs are refused, or answered without a copy',
      ),
  },
  { readBy: ['RepositoryModule'] },
);

/** Copies that repositories are to have, and what they promise. */
export class CopySettings {
  /**
   * @param standing copies beside the repository itself
   * @param acknowledge when a write of refs is answered
   * @param withoutCopy for `acknowledge` of copy, while no storage with a copy is served
   */
  constructor(
    readonly standing: number,
    readonly acknowledge: 'primary' | 'copy' = 'primary',
    readonly withoutCopy: 'refuse' | 'accept' = 'refuse',
  ) {}

  /** Reads HEARTH_COPIES, HEARTH_ACKNOWLEDGE and HEARTH_WITHOUT_COPY. @throws ConfigurationError for invalid values */
  static fromEnvironment(): CopySettings {
    const { HEARTH_COPIES: count, HEARTH_ACKNOWLEDGE: acknowledge, HEARTH_WITHOUT_COPY: without } = settings.read();
    if (acknowledge === 'copy' && count < 2)
      throw new ConfigurationError('HEARTH_ACKNOWLEDGE can be copy only with HEARTH_COPIES of at least 2.');
    return new CopySettings(count - 1, acknowledge, without);
  }
}
