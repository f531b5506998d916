import { isSatisfied } from './packages.mjs';

const machine = { platform: 'linux', arch: 'x64', glibc: true };
const manifest = { dependencies: { left: '1.0.0' }, devDependencies: {} };
const left = { version: '1.0.0', integrity: 'sha512-left' };
const lock = (packages) => ({ packages: { '': { dependencies: { left: '1.0.0' } }, ...packages } });

describe('isSatisfied', () => {
  const check = (wanted, installed) =>
    isSatisfied({ manifest, wanted: lock(wanted), installed: lock(installed), machine });

  it('holds when every package is there in its version', () => {
    expect(check({ 'node_modules/left': left }, { 'node_modules/left': left })).toBe(true);
  });

  it('does not hold without an installation, as after one that was interrupted', () => {
    expect(isSatisfied({ manifest, wanted: lock({}), installed: undefined, machine })).toBe(false);
  });

  it.each([
    ['a package is missing', {}],
    ['a package has another version', { 'node_modules/left': { ...left, version: '1.0.1' } }],
    ['a package has other content', { 'node_modules/left': { ...left, integrity: 'sha512-other' } }],
  ])('does not hold when %s', (_case, installed) => {
    expect(check({ 'node_modules/left': left }, installed)).toBe(false);
  });

  it('does not hold when the manifest asks for something else than the lock file', () => {
    const changed = { ...manifest, dependencies: { left: '2.0.0' } };
    const packages = lock({ 'node_modules/left': left });
    expect(isSatisfied({ manifest: changed, wanted: packages, installed: packages, machine })).toBe(false);
  });

  it.each([
    ['of this machine', { os: ['linux'], cpu: ['x64'] }, false],
    ['of this machine and C library', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, false],
    ['of another C library', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }, true],
    ['of another system', { os: ['darwin'], cpu: ['x64'] }, true],
    ['of another processor', { os: ['linux'], cpu: ['arm64'] }, true],
    ['below another optional one', {}, true],
  ])('an optional package %s may be missing: %j %s', (_case, fields, holds) => {
    expect(check({ 'node_modules/binary': { version: '1.0.0', optional: true, ...fields } }, {})).toBe(holds);
  });
});
