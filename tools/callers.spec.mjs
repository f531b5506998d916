import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '..');

/** A contract that is called: `this.calls.query(UsersByIdsQuery, …)`, and by reactions: `gone(WhichUsersExistQuery, …)`. */
const CALL = /\b(?:calls\s*\.\s*(?:query|command)|gone)\(\s*(\w+)/g;

const modules = globSync('libs/contracts/*/dist/index.js', { cwd: ROOT });
const declared = await Promise.all(modules.map((file) => import(pathToFileURL(path.join(ROOT, file)).href)));
const contracts = new Map(declared.flatMap((names) => Object.entries(names)).filter(([, each]) => each?.callers));

const callers = [
  ['gateway', 'libs/edge'],
  ...globSync('libs/services/*', { cwd: ROOT }).map((folder) => [path.basename(folder), folder]),
];

/** The contracts that the sources of a service call, by their names in the code. */
function calledBy(folder) {
  const files = globSync('src/**/*.ts', { cwd: path.join(ROOT, folder) }).filter(
    (file) => !/\.spec\.ts$|^src\/testing\//.test(file),
  );
  const sources = files.map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'));
  return new Set(sources.flatMap((source) => [...source.matchAll(CALL)].map(([, name]) => name)));
}

/** One process for all services cannot tell the caller: there a forgotten one would be answered, and be refused with a process for each service. */
describe.each(callers)('%s', (caller, folder) => {
  it('is among the callers of every contract that it calls', () => {
    const called = [...calledBy(folder)].filter((name) => contracts.has(name));
    expect(called).not.toEqual([]);
    expect(called.filter((name) => !contracts.get(name).callers.includes(caller))).toEqual([]);
  });
});
