import { defineSettings } from './settings.js';
import { flag } from './variables.js';

const settings = defineSettings(
  'Imports',
  {
    HEARTH_IMPORT_FROM_PRIVATE: flag()
      .prefault('0')
      .describe('1 lets users import repositories from addresses of private networks, this machine included'),
  },
  { readBy: ['ProjectsModule', 'RepositoryModule'] },
);

/** Whether repositories of private networks may be imported: projects looks at the address that is asked for, repository at where it leads. */
export function importsFromPrivate(): boolean {
  return settings.read().HEARTH_IMPORT_FROM_PRIVATE;
}
