import pg from 'pg';
import { ConfigurationError } from '@hearth/config';
import { CONNECTION } from '../data-source.js';
import { scramVerifier } from '../logins/scram-verifier.js';
import { migrateTables } from './migrate-tables.js';
import { jobSchemaName, roleName, schemaName, type ServiceSchema } from '../service-schema.js';
import { loginUrl, servicePassword } from '../settings.js';

/** Advisory lock of the logins; those of migrations are hashes of their services' names. */
const LOGINS_LOCK = 4_817_263_091;
/** SQLSTATE codes: the login does not exist, or has another password. */
const NO_LOGIN = ['28000', '28P01'];
const TRIGRAMS = 'pg_trgm';
const UNKNOWN_LETTERS =
  'The character type of this database is C: searches for words without ASCII letters read all rows (docs/database-connections.md).';

/**
 * Creates the roles, logins and schemas of services, and sets the passwords of the logins.
 * @param url server and database; its user may create roles and schemas
 * @param report called with a line about a database that searches slowly
 */
export async function createLogins(
  url: string,
  schemas: readonly ServiceSchema[],
  report: (line: string) => void = () => undefined,
): Promise<void> {
  const admin = new pg.Client({ connectionString: url, ...CONNECTION });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOGINS_LOCK]);
    for (const schema of schemas) await ensureOwnSchema(admin, schema);
    if (schemas.some(({ extensions = [] }) => extensions.includes(TRIGRAMS)) && !(await knowsLetters(admin)))
      report(UNKNOWN_LETTERS);
  } finally {
    await admin.end();
  }
}

/**
 * Updates the tables of a service with the service's own login, so that its triggers and functions never run with the permissions of another
 * user. Two migrations of one service never run at once.
 * @param url server and database
 * @param afterTables runs under the same lock once the tables exist (job queues)
 * @param report called once for each applied migration
 * @throws ConfigurationError when the login or the schema does not exist
 */
export async function migrate(
  url: string,
  schema: ServiceSchema,
  afterTables: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const own = new pg.Client({ connectionString: loginUrl(url, schema.service), ...CONNECTION });
  await own.connect().catch((error: unknown) => Promise.reject(withoutLogin(schema, error)));
  try {
    await own.query('select pg_advisory_lock(hashtextextended($1, $2))', [schema.service, LOGINS_LOCK]);
    const { rowCount } = await own.query('select from pg_namespace where nspname = $1', [schemaName(schema.service)]);
    if (!rowCount) throw noLogin(schema);
    await migrateTables(loginUrl(url, schema.service), schema, report);
    await afterTables();
  } finally {
    await own.end();
  }
}

/** Whether words in other scripts have trigrams, by which indexes find them. */
async function knowsLetters(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ known: boolean }>(`select public.show_trgm('слово') <> '{}' as known`);
  return rows[0]!.known;
}

function withoutLogin(schema: ServiceSchema, error: unknown): unknown {
  return NO_LOGIN.includes((error as { code?: string }).code ?? '') ? noLogin(schema) : error;
}

function noLogin({ service }: ServiceSchema): ConfigurationError {
  return new ConfigurationError(
    `The login ${roleName(service)} or its schema does not exist, or has another password: create the logins first (logins.js of all-in-one).`,
  );
}

async function ensureOwnSchema(admin: pg.Client, { service, jobs, extensions = [] }: ServiceSchema): Promise<void> {
  const role = admin.escapeIdentifier(roleName(service));
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [roleName(service)]);
  if (!rowCount) await admin.query(`create role ${role} nologin`);
  await admin.query(`grant ${role} to current_user`);
  const password = servicePassword(service);
  // Without a password the service logs in as another user, a member of the role.
  if (password !== undefined)
    await admin.query(`alter role ${role} login password ${admin.escapeLiteral(scramVerifier(password))}`);
  for (const name of jobs ? [schemaName(service), jobSchemaName(service)] : [schemaName(service)]) {
    await admin.query(`create schema if not exists ${admin.escapeIdentifier(name)} authorization ${role}`);
  }
  for (const name of extensions) {
    await admin.query(`create extension if not exists ${admin.escapeIdentifier(name)} with schema public`);
  }
}
