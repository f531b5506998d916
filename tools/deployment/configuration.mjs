import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';

const PROGRAMS = [
  ...['logins', 'migrate', 'rotate', 'dead-letters', 'storages'],
  ...['backup', 'restore-files', 'restore-database'],
];

/**
 * The environment variables of docs/CONFIGURATION.md.
 * @typedef {{ name: string, required: boolean, reads: (process: string) => boolean }} Variable `reads` says whether a process of an app, or
 *   one of its programs (`migrate`), reads it
 * @returns {Map<string, Variable>} by name
 */
export function configurationVariables() {
  const page = readFileSync(path.join(root, 'docs/CONFIGURATION.md'), 'utf8');
  const [, ...sections] = page.split(/^## /m);
  const variables = sections.flatMap((section) => {
    const readers = /^Read by: (.*)\.$/m.exec(section)?.[1];
    // The section of the command ./hearth names no readers.
    if (readers === undefined) return [];
    const reads = readersOf(readers);
    const rows = section.matchAll(/^\| `(\w+)` .*$/gm);
    return [...rows].map(([row, name]) => ({ name, required: row.endsWith('| **required** |'), reads }));
  });
  return new Map(variables.map((variable) => [variable.name, variable]));
}

/** Parses `every process but gateway; migrate`. */
function readersOf(text) {
  const names = text.split(/[;,] /).map((name) => name.trim());
  const programs = names.filter((name) => PROGRAMS.includes(name));
  const [first, ...others] = names.filter((name) => !PROGRAMS.includes(name));
  const [, , excluded] = /^every process( but (.*))?$/.exec(first ?? '') ?? [];
  return (process) => {
    if (PROGRAMS.includes(process)) return programs.includes(process);
    if (!first?.startsWith('every process')) return [first, ...others].includes(process);
    return excluded === undefined || ![excluded, ...others].includes(process);
  };
}

/**
 * Returns the mistakes in the environment that a deployment gives a process.
 * @param {string} process an app's name, or `migrate`
 * @param {Record<string, string>} environment
 * @returns {string[]} sentences; empty when there are none
 */
export function environmentProblems(process, environment) {
  const variables = configurationVariables();
  const unknown = Object.keys(environment).filter((name) => !variables.has(name));
  const unread = Object.keys(environment).filter((name) => variables.get(name)?.reads(process) === false);
  const missing = [...variables.values()]
    .filter(({ name, required, reads }) => required && reads(process) && !environment[name])
    .map(({ name }) => name);
  return [
    ...unknown.map((name) => `${process} gets ${name}, which docs/CONFIGURATION.md does not have`),
    ...unread.map((name) => `${process} gets ${name}, which it does not read`),
    ...missing.map((name) => `${process} does not get ${name}`),
  ];
}
