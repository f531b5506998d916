import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { root } from '../paths.mjs';

// A program, so that the supervisor, which goes on running, loads neither the driver of PostgreSQL nor the files:
// `node migration-fingerprint.mjs FILE` prints the fingerprint of the migration program FILE in its environment. It prints nothing for a database
// that no service has been migrated in.

const CODE = ['{apps/all-in-one,libs/*,libs/*/*}/dist/**/*.js', 'package-lock.json'];
const SETTINGS = /^(HEARTH|DATABASE|KAFKA)_/;
const OWN_ROLES = `like 'hearth\\_%'`;

/** A line for each thing that migrations create or change. Partitions come and go by themselves. */
const STRUCTURE = `
  with own as (select oid, nspname as name, nspacl from pg_namespace where nspowner::regrole::text ${OWN_ROLES}),
  tables as (select c.oid, own.name || '.' || relname as name, relkind, relacl from pg_class c join own on own.oid = relnamespace
    where not relispartition)
  select concat_ws(' ', 'schema', name, nspacl) as line from own
  union all select concat_ws(' ', 'role', rolname, rolcanlogin, rolsuper, rolpassword) from pg_authid where rolname ${OWN_ROLES}
  union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
  union all select concat_ws(' ', 'relation', name, relkind, relacl) from tables where relkind in ('r', 'p', 'v', 'm', 'S')
  union all select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from tables where relkind in ('v', 'm')
  union all select concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
    from pg_attribute join tables on tables.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
  union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) from pg_index join tables on tables.oid = indrelid
  union all select concat_ws(' ', 'constraint', name, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join tables on tables.oid = conrelid
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid)) from pg_trigger join tables on tables.oid = tgrelid
    where not tgisinternal
  union all select concat_ws(' ', 'function', pg_get_functiondef(pg_proc.oid)) from pg_proc join own on own.oid = pronamespace
    where prokind in ('f', 'p')`;

/** Tables of which the rows count, with their columns: applied migrations, versions and definitions of job queues. */
const ROWS = {
  migrations: 'name',
  version: 'version',
  queue: `name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, dead_letter,
    partition, table_name, heartbeat_seconds, notify`,
};
const TABLES = `
  select relname as name, relnamespace::regnamespace || '.' || relname as path from pg_class
  where relname = any($1) and relnamespace in (select oid from pg_namespace where nspowner::regrole::text ${OWN_ROLES}) order by path`;

/** @returns {string} the digest of the compiled code, the packages, the program itself and the settings */
export function programFingerprint(program, environment, folder = root) {
  const hash = createHash('sha256');
  const add = (name, content) => hash.update(`${name}\0${content.length}\0`).update(content);
  const files = globSync(CODE, { cwd: folder }).filter((file) => !file.endsWith('.spec.js'));
  for (const file of files.sort()) add(file, readFileSync(path.join(folder, file)));
  add('program', readFileSync(program));
  const passwords = environment.DATABASE_PASSWORDS_FOLDER;
  for (const file of passwords ? globSync('*', { cwd: passwords }).sort() : [])
    add(file, readFileSync(path.join(passwords, file)));
  const settings = Object.entries(environment).filter(([name]) => SETTINGS.test(name));
  add('settings', JSON.stringify(settings.sort()));
  return hash.digest('hex');
}

/**
 * @param {string} url with a superuser's login: others may not read the passwords of logins
 * @returns {Promise<string | undefined>} the digest of what migrations have made; undefined when none has
 */
export async function databaseFingerprint(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query(TABLES, [Object.keys(ROWS)]);
    if (!tables.some(({ name }) => name === 'migrations')) return undefined;
    const rows = tables.map(
      ({ name, path }) => `select concat('${path} ', to_jsonb(row)) from (select ${ROWS[name]} from ${path}) as row`,
    );
    const { rows: lines } = await client.query([STRUCTURE, ...rows].join('\nunion all '));
    const text = lines.map(({ line }) => line).sort();
    return createHash('sha256').update(text.join('\n')).digest('hex');
  } finally {
    await client.end();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const database = await databaseFingerprint(process.env.DATABASE_URL);
  if (database) process.stdout.write(`${programFingerprint(process.argv[2], process.env)} ${database}`);
}
