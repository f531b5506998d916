import { readFileSync } from 'node:fs';
import path from 'node:path';

const LOCK = path.resolve(import.meta.dirname, '../package-lock.json');

/** Licences that ask for nothing but their text and names of authors. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/** Packages with another licence, or with none in the lock file, and why they may be used. */
const REVIEWED = {
  'axe-core': 'MPL-2.0; suites alone load it',
  'caniuse-lite': 'CC-BY-4.0; data that build tools read',
  openpgp: 'LGPL-3.0+; loaded unchanged, as a package of its own',
  buildcheck: 'MIT, in an older field of its package.json',
  'cpu-features': 'MIT, in an older field of its package.json',
  'passport-strategy': 'MIT, in an older field of its package.json',
  pause: 'MIT, in its readme',
  ssh2: 'MIT, in an older field of its package.json',
};

/** Whether every part of an SPDX expression is permissive, or one of its alternatives. */
function isPermissive(expression = '') {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((licence) => PERMISSIVE.includes(licence)));
}

describe('the licences of packages', () => {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  const installed = Object.entries(packages).filter(([at, { link }]) => at.includes('node_modules/') && !link);
  const others = installed
    .filter(([, { license }]) => !isPermissive(license))
    .map(([at]) => at.split('node_modules/').at(-1));

  it('are permissive, but for packages that were reviewed', () => {
    expect(installed.length).toBeGreaterThan(500);
    expect([...new Set(others)].sort()).toEqual(Object.keys(REVIEWED).sort());
  });
});
