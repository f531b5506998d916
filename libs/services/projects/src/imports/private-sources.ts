import { defineSettings, flag } from '@hearth/config';

const settings = defineSettings(
  'Imports',
  {
    HEARTH_IMPORT_FROM_PRIVATE: flag()
      .prefault('0')
      .describe('1 lets users import repositories from addresses of private networks, this machine included'),
  },
  { readBy: ['ProjectsModule'] },
);

/**
 * Whether repositories of private networks may be imported. The URL is checked here, and the addresses of its host name by the service that
 * copies.
 */
export function importsFromPrivate(): boolean {
  return settings.read().HEARTH_IMPORT_FROM_PRIVATE;
}
