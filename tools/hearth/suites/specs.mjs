import { globSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';

const BLACK_BOX = 'apps/e2e/dist/';
const isIntegration = (spec) => /\.integration\.spec\.m?js$/.test(spec);
const isIn = (folders) => (spec) => folders.some((folder) => spec.startsWith(`${BLACK_BOX}${folder}/`));

/** Folders of the specs that compare both ways to run Hearth. */
const IN_EACH_MODE = ['abuse', 'clients', 'journeys'];
/** Folders of the specs that run in one mode: the same code decides their facts in both. */
const IN_ONE_MODE = ['conformance', 'pages', 'permissions', 'privacy'];

/** The longest of these run in one process, where a request takes half of the processor time. */
const IN_ONE_PROCESS = [
  ...['pages/looks', 'pages/projects'],
  ...['permissions/ci', 'permissions/identity', 'permissions/oauth', 'permissions/repository'],
].map((name) => `${BLACK_BOX}${name}.spec.js`);

/** Specs that start a second system in one process, beside a first one that may as well be: they need it in no other mode. */
const startsAnother = (spec) => spec.startsWith(`${BLACK_BOX}journeys/moving-in.`);

/** Which specs belong to a suite, by their path in the checkout. */
export const SPECS_OF = {
  unit: (spec) => !isIntegration(spec) && !spec.startsWith(BLACK_BOX),
  integration: isIntegration,
  /** Journeys and clients in both modes; the rules of the wire, pages in a browser, and the tables of permissions in one. */
  e2e: isIn([...IN_ONE_MODE, ...IN_EACH_MODE]),
  /** Those of them that run in one process on every change. */
  inSingleMode: (spec) => isIn(IN_EACH_MODE)(spec) || IN_ONE_PROCESS.includes(spec),
  /** Those of them that run with a process for each service on every change, and with --all. */
  inSplitMode: (spec) => SPECS_OF.allInSplitMode(spec) && !IN_ONE_PROCESS.includes(spec),
  allInSplitMode: (spec) => SPECS_OF.e2e(spec) && !startsAnother(spec),
  /** Those of e2e that change neither processes nor settings of the system: two of them may run at a time. */
  concurrent: (spec) => isIn(['conformance', 'permissions', 'privacy'])(spec) && !spec.includes('/user-changes.'),
  fuzz: isIn(['fuzz']),
  /** Those of alerts run with --all, or by their name. */
  faults: isIn(['faults', 'alerts']),
  upgrades: isIn(['upgrades']),
};

/** Suites that together have every spec, each spec in one of them. */
const SUITES = ['unit', 'integration', 'e2e', 'fuzz', 'faults', 'upgrades'];

/** Every spec that there is, compiled, by its path in the checkout. */
export function allSpecs() {
  const patterns = ['{apps,libs,bench}/**/dist/**/*.spec.js', 'tools/**/*.spec.mjs'];
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
}

/**
 * The specs of a suite, or those whose path holds what was asked for.
 * @param {string[]} specs @param {(spec: string) => boolean} belongs
 * @param {string} [asked] part of a path, of a source as well: `projects/src/members/members.spec.ts`
 */
export function chooseSpecs(specs, belongs, asked = '') {
  const compiled = asked.replaceAll('/src/', '/dist/').replace(/\.ts$/, '.js');
  return specs.filter((spec) => belongs(spec) && spec.includes(compiled));
}

/**
 * Checks that a suite has a spec with `asked` in its path.
 * @param {string} suite @param {string} [asked] @param {string[]} [specs]
 * @throws {Failure} that names the suites that have one, if the given suite has none
 */
export function requireSpecs(suite, asked = '', specs = allSpecs()) {
  if (chooseSpecs(specs, SPECS_OF[suite], asked).length > 0) return;
  const others = SUITES.filter((other) => chooseSpecs(specs, SPECS_OF[other], asked).length > 0);
  const names = `suite${others.length > 1 ? 's' : ''} ${others.map((name) => `"${name}"`).join(', ')}`;
  const there = others.length === 0 ? '' : `; there are some in the ${names}`;
  throw new Failure(`No spec of the suite "${suite}" has "${asked}" in its path${there}.`, { exitCode: 2 });
}
