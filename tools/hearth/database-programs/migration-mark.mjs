import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { root } from '../paths.mjs';

// A program, so that the supervisor, which goes on running, loads neither the driver of PostgreSQL nor the files:
//   node migration-mark.mjs read FILE     fails unless the migration program FILE would change nothing in the database of DATABASE_URL
//   node migration-mark.mjs write FILE    notes in the database that FILE has migrated it
// The mark is the comment of the database, which a restore into another one leaves out.

const SETTINGS = /^(HEARTH|DATABASE|KAFKA)_/;

/** @returns {string} the digest of the bundle that the program is a part of, the packages, the settings and the passwords of logins */
export function programDigest(program, environment, folder = root) {
  const hash = createHash('sha256');
  const add = (name, content) => hash.update(`${name}\0${content.length}\0`).update(content);
  const addFiles = (pattern, cwd) => {
    for (const file of globSync(pattern, { cwd }).sort()) add(file, readFileSync(path.join(cwd, file)));
  };
  addFiles('*.{js,mjs}', path.dirname(program));
  addFiles('package-lock.json', folder);
  const passwords = environment.DATABASE_PASSWORDS_FOLDER;
  if (passwords) addFiles('*', passwords);
  // The port of the database is another one at each start.
  const settings = Object.entries(environment).filter(([name]) => SETTINGS.test(name) && name !== 'DATABASE_URL');
  add('settings', JSON.stringify(settings.sort()));
  return hash.digest('hex');
}

async function isMarked(client, mark) {
  const text = `select from pg_database where datname = current_database() and shobj_description(oid, 'pg_database') = $1`;
  return (await client.query(text, [mark])).rowCount === 1;
}

async function write(client, mark) {
  const { rows } = await client.query('select current_database() as name');
  await client.query(`comment on database ${client.escapeIdentifier(rows[0].name)} is ${client.escapeLiteral(mark)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, program] = process.argv.slice(2);
  const mark = `migrated by ${programDigest(program, process.env)}`;
  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  await client.connect();
  if (action === 'write') await write(client, mark);
  else if (!(await isMarked(client, mark))) process.exitCode = 1;
  await client.end();
}
