import { defineSettings, list } from '@hearth/config';

const settings = defineSettings(
  'Storages of the system',
  {
    HEARTH_STORAGE_NAMES: list()
      .optional()
      .describe('Every storage of the system, separated by commas; the own ones of the process where it is not set'),
    HEARTH_CLOSED_STORAGES: list()
      .optional()
      .describe(
        'Storages that take no new repositories, separated by commas, beside those that `./hearth storage drain` has closed',
      ),
  },
  { readBy: ['RepositoryModule', 'migrate.js', 'storages.js', 'backup.js', 'restore-files.js', 'restore-database.js'] },
);

/**
 * Every storage of the system, from HEARTH_STORAGE_NAMES: the repository service places repositories on them, the migration makes a job queue
 * for each. Undefined when it is not set.
 */
export function storageNames(): readonly string[] | undefined {
  return settings.read().HEARTH_STORAGE_NAMES;
}

/** Those of {@link storageNames} that take no new repositories, from HEARTH_CLOSED_STORAGES. */
export function closedStorages(): readonly string[] {
  return settings.read().HEARTH_CLOSED_STORAGES ?? [];
}
