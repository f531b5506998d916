import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import 'reflect-metadata';
import { parse } from 'libpg-query';
import { createdTables, problemsOf } from './rules.mjs';

/** The migrations of the newest release, whose processes run while later ones are applied. */
const RELEASED = 'tools/migrations/released.json';

/** @typedef {{ service: string, name: string, migration: Function }} Migration */

/**
 * The migrations of all services.
 * @param {string} root the work tree, built
 * @returns {Promise<Migration[]>}
 */
export async function declaredMigrations(root) {
  const manifests = globSync('libs/services/*/package.json', { cwd: root }).sort();
  const found = await Promise.all(
    manifests.map(async (file) => {
      const exported = await import(pathToFileURL(path.join(root, path.dirname(file), 'dist/index.js')));
      const { schema } = Object.values(exported).find(({ name }) => name?.endsWith('Module'));
      return schema.migrations.map((migration) => ({ service: schema.service, name: migration.name, migration }));
    }),
  );
  return found.flat();
}

/** @returns {{ release: string, migrations: Record<string, string[]> } | undefined} names by service; undefined before the first release */
export function releasedMigrations(root) {
  const file = path.join(root, RELEASED);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Records the migrations of a release. @returns the file's path in the work tree */
export function writeRelease(root, release, declared) {
  const byService = Object.groupBy(declared, ({ service }) => service);
  const names = Object.entries(byService).map(([service, all]) => [service, all.map(({ name }) => name)]);
  writeFileSync(
    path.join(root, RELEASED),
    `${JSON.stringify({ release, migrations: Object.fromEntries(names) }, null, 2)}\n`,
  );
  return RELEASED;
}

/**
 * Sentences about migrations that a release cannot run beside.
 * @param {{ release: string, migrations: Record<string, string[]> }} released
 * @param {Migration[]} declared
 */
export async function breakingMigrations({ release, migrations }, declared) {
  const later = declared.filter(({ service, name }) => !migrations[service]?.includes(name));
  const read = await Promise.all(later.map(async (each) => ({ ...each, statements: await statementsOf(each) })));
  const created = new Set(
    read.flatMap(({ service, statements }) => statements.flatMap(createdTables).map((table) => `${service}.${table}`)),
  );
  return read.flatMap(({ service, name, migration, statements }) =>
    statements
      .flatMap(problemsOf)
      .filter(({ kind, table }) => !created.has(`${service}.${table}`) && !isExplained(migration, kind, release))
      .map(({ table, what }) => `${service}: ${name}: ${table}: ${what}`),
  );
}

/** `unusedSince` is a release that no longer used what is removed, `lockReason` says why a table has few rows. */
function isExplained({ unusedSince, lockReason }, kind, release) {
  if (kind === 'lock') return Boolean(lockReason);
  return unusedSince !== undefined && unusedSince.localeCompare(release, 'en', { numeric: true }) <= 0;
}

/** The statements of a migration that is run against no database: every query answers no rows. */
async function statementsOf({ service, name, migration }) {
  const texts = [];
  const query = async (text) => {
    texts.push(text);
    return [];
  };
  await new migration().up({ query }).catch((error) => {
    throw new Error(`${service}: ${name} cannot be read without a database`, { cause: error });
  });
  const parsed = await Promise.all(texts.map((text) => parse(text)));
  return parsed.flatMap(({ stmts = [] }) => stmts.map(({ stmt }) => Object.entries(stmt)[0]));
}
