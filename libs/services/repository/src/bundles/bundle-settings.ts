import { defineSettings, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Bundles of git',
  {
    HEARTH_BUNDLE_CLONES: wholeNumber({ min: 0, max: 1_000_000 })
      .prefault('0')
      .describe(
        'Clones of a repository within a day, by one process, after which a bundle of it is put into HEARTH_OBJECTS and offered to clients that ask for bundle URIs; 0: never',
      ),
  },
  { readBy: ['RepositoryModule'] },
);

/** @throws ConfigurationError @returns clones within a day after which a repository gets a bundle; 0: none gets one */
export function clonesForBundle(environment?: NodeJS.ProcessEnv): number {
  return settings.read(environment).HEARTH_BUNDLE_CLONES;
}
