import { defineSettings, postgresUrl, wholeNumber } from '@hearth/config';

/** What is left of PostgreSQL's usual 100 connections for one pool, at most. */
const MOST_CONNECTIONS = 90;
/** Below this, a transaction and the statements of background work wait for each other under any load. */
const FEWEST_CONNECTIONS = 3;

const settings = defineSettings(
  'PostgreSQL',
  {
    DATABASE_URL: postgresUrl().describe(
      "URL of the PostgreSQL database; its user is a member of the services' roles, and for migrations may create roles and schemas",
    ),
    DATABASE_DIRECT_URL: postgresUrl()
      .optional()
      .describe(
        'Direct URL of the server when DATABASE_URL goes through a pooler: for LISTEN, session locks and migrations; DATABASE_URL where it is not set',
      ),
    HEARTH_DATABASE_POOL: wholeNumber({ min: FEWEST_CONNECTIONS, max: MOST_CONNECTIONS })
      .prefault('10')
      .describe(
        'Most connections that a process opens for each of its services, besides those for LISTEN and session locks',
      ),
  },
  { readBy: ['DataModule', 'migrate.js', 'rotate.js', 'dead-letters.js'] },
);

/**
 * The server's URL from DATABASE_URL, perhaps a pooler's.
 * @throws ConfigurationError when it is not set: no service runs without a database
 */
export function databaseUrl(): string {
  return settings.read().DATABASE_URL;
}

/**
 * The URL for what needs a session of its own (LISTEN, session locks, migrations): DATABASE_DIRECT_URL, or DATABASE_URL where nothing stands
 * between.
 * @throws ConfigurationError when neither is usable
 */
export function directDatabaseUrl(): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = settings.read();
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}

/** Most connections of this process for one service, from HEARTH_DATABASE_POOL. */
export function poolSize(): number {
  return settings.read().HEARTH_DATABASE_POOL;
}
