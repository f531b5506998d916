import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { scramVerifier } from './logins/scram-verifier.js';
import { jobSchemaName, roleName, schemaName, type ServiceSchema } from './service-schema.js';
import { loginUrl, servicePassword } from './settings.js';

/** One advisory lock for all of Hearth: two migrations never run at once. */
const MIGRATION_LOCK = 4_817_263_091;

/**
 * Updates every schema: roles, their passwords and schemas as the given user, tables with the login of the service. Triggers and functions in a
 * service's schema therefore never run with the permissions of the given user.
 * @param url server and database; its user may create roles and schemas
 * @param afterTables runs under the same lock once the tables of all services exist (job queues)
 * @param report called once for each applied migration
 */
export async function migrate(
  url: string,
  schemas: readonly ServiceSchema[],
  afterTables: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    for (const schema of schemas) {
      await ensureOwnSchema(admin, schema);
      await migrateTables(loginUrl(url, schema.service), schema, report);
    }
    await afterTables();
  } finally {
    await admin.end();
  }
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

async function migrateTables(url: string, schema: ServiceSchema, report: (line: string) => void): Promise<void> {
  const source = await new DataSource(dataSourceOptions(schema, url, 2)).initialize();
  try {
    for (const { name } of await source.runMigrations()) report(`${schema.service}: ${name}`);
  } finally {
    await source.destroy();
  }
}
