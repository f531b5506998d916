import { readFileSync } from 'node:fs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { installCommands } from './system-packages.mjs';

const read = (file) => JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));

describe('nodegit', () => {
  it('is no dependency of Hearth: an install neither fetches nor builds it', () => {
    expect(Object.keys(read('package-lock.json').packages)).not.toContain('node_modules/nodegit');
  });

  it('is pinned, with the hash of every package that its build runs', () => {
    const { packages } = read('tools/nodegit/package-lock.json');
    expect(packages[''].dependencies).toEqual(read('tools/nodegit/package.json').dependencies);
    const unchecked = Object.entries(packages).filter(([place, { integrity }]) => place !== '' && !integrity);
    expect(unchecked).toEqual([]);
  });

  it('is taken from an absolute folder only: services run in the data folder', () => {
    const settings = () => settingsOfEnvironment({ HEARTH_GIT_ENGINE: 'nodegit', HEARTH_NODEGIT: 'relative' });
    expect(settings).toThrow('HEARTH_NODEGIT must be an absolute path');
  });

  it('needs a compiler and headers from the system', () => {
    const manager = { command: 'apt-get', install: ['install'], compiler: ['g++', 'make'], java: [], python: [] };
    expect(installCommands(manager, { compiler: true })).toEqual([['apt-get', 'install', 'g++', 'make']]);
  });
});
