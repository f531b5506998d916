import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, defineSettings, json, postgresUrl, wholeNumber } from '@hearth/config';
import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { z } from 'zod';
import { roleName } from './service-schema.js';
import { urlWithLogin } from './logins/url-with-login.js';

/** Upper limit of one pool: most of PostgreSQL's 100 connections by default. */
const MOST_CONNECTIONS = 90;
/**
 * Two are pipelines; with fewer than three others, a transaction and the statements of background work wait for each other under any load.
 */
const FEWEST_CONNECTIONS = 5;

const READERS = [
  'DataModule',
  'logins.js',
  'migrate.js',
  'rotate.js',
  'dead-letters.js',
  'storages.js',
  'backup.js',
  'restore-database.js',
];

const settings = defineSettings(
  'PostgreSQL',
  {
    DATABASE_URL: postgresUrl().describe(
      'URL of the PostgreSQL database: for a process of one service with the login of that service, which is no superuser; for `logins`, and for `migrate` of all services, with one that may create roles and schemas',
    ),
    DATABASE_DIRECT_URL: postgresUrl()
      .optional()
      .describe(
        'Direct URL of the server when DATABASE_URL goes through a pooler: for LISTEN, session locks, logins and migrations; DATABASE_URL where it is not set',
      ),
    DATABASE_PASSWORD_FILE: z
      .string()
      .optional()
      .describe('File with the password of the login in DATABASE_URL and DATABASE_DIRECT_URL, which then need none'),
    HEARTH_DATABASE_POOL: wholeNumber({ min: FEWEST_CONNECTIONS, max: MOST_CONNECTIONS })
      .prefault('10')
      .describe(
        'Most connections that a process opens for each of its services, two of them for single reads; not counted are those for LISTEN and session locks',
      ),
  },
  { readBy: READERS },
);

const passwords = defineSettings(
  'PostgreSQL: logins of services',
  {
    DATABASE_PASSWORDS_FOLDER: z
      .string()
      .optional()
      .describe(
        'Folder with a file for each service, named like it, which holds the password of its login hearth_<service>. A process that reads it logs in as each of its services instead of the login in the URLs; `logins` also creates these logins and sets their passwords',
      ),
    DATABASE_PASSWORDS: json(
      z.partialRecord(z.enum(SERVICE_NAMES), z.string().min(1)),
      'an object of passwords by service',
    )
      .optional()
      .describe('The same passwords themselves, as JSON by service, where there is no folder'),
  },
  { readBy: READERS },
);

/**
 * Returns the URL with which a service connects, which may be a pooler's.
 * @throws ConfigurationError when DATABASE_URL is not set: no service runs without a database
 */
export function databaseUrl(service: ServiceName): string {
  return loginUrl(withPasswordOfFile(settings.read().DATABASE_URL), service);
}

/**
 * Returns the URL of a service's sessions that bypass a pooler (LISTEN, session locks): DATABASE_DIRECT_URL, by default DATABASE_URL.
 * @throws ConfigurationError when neither is usable
 */
export function directDatabaseUrl(service: ServiceName): string {
  return loginUrl(migratingUrl(), service);
}

/**
 * Returns the URL of the migrating login, which creates roles and schemas. A service that has a login of its own never uses this one for its tables.
 * @throws ConfigurationError when DATABASE_DIRECT_URL or DATABASE_URL is not usable
 */
export function migratingUrl(): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = settings.read();
  return withPasswordOfFile(DATABASE_DIRECT_URL ?? DATABASE_URL);
}

/** Returns `url` with the login of a service if its password is set, otherwise `url` itself, whose user must be a member of the service's role. */
export function loginUrl(url: string, service: ServiceName): string {
  const password = servicePassword(service);
  return password === undefined ? url : urlWithLogin(url, { user: roleName(service), password });
}

/**
 * Returns the password of a service's login; undefined when none is set.
 * @throws ConfigurationError when both DATABASE_PASSWORDS and DATABASE_PASSWORDS_FOLDER are set, or lack the service's
 */
export function servicePassword(service: ServiceName): string | undefined {
  const { DATABASE_PASSWORDS_FOLDER: folder, DATABASE_PASSWORDS: given } = passwords.read();
  if (folder && given)
    throw new ConfigurationError('DATABASE_PASSWORDS and DATABASE_PASSWORDS_FOLDER are both set: leave one of them.');
  if (folder) return passwordIn('DATABASE_PASSWORDS_FOLDER', path.join(folder, service));
  if (given && !given[service]) throw new ConfigurationError(`DATABASE_PASSWORDS holds no password of ${service}.`);
  return given?.[service];
}

/** Most connections of this process for one service, from HEARTH_DATABASE_POOL. */
export function poolSize(): number {
  return settings.read().HEARTH_DATABASE_POOL;
}

function withPasswordOfFile(url: string): string {
  const { DATABASE_PASSWORD_FILE: file } = settings.read();
  return file ? urlWithLogin(url, { password: passwordIn('DATABASE_PASSWORD_FILE', file) }) : url;
}

function passwordIn(variable: string, file: string): string {
  try {
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (password !== '') return password;
  } catch (error) {
    throw new ConfigurationError(
      `${variable} leads to ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  throw new ConfigurationError(`${variable} leads to ${file}, which is empty.`);
}
