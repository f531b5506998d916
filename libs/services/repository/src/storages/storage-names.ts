import { defineSettings, list } from '@hearth/config';

const settings = defineSettings(
  'Storages of the system',
  {
    HEARTH_STORAGE_NAMES: list()
      .optional()
      .describe(
        'Every storage of the system, separated by commas, in the order in which new repositories prefer them; the own ones of the process where it is not set',
      ),
  },
  { readBy: ['RepositoryModule', 'migrate.js'] },
);

/**
 * Every storage of the system, from HEARTH_STORAGE_NAMES: the repository service places repositories on them, the migration makes a job queue
 * for each. Undefined when it is not set.
 */
export function storageNames(): readonly string[] | undefined {
  return settings.read().HEARTH_STORAGE_NAMES;
}
