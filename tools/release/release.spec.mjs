import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, hash, verify } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';
import { temporaryFolder } from '../hearth/suites/temporary-folder.mjs';
import { changesOf } from './changelog.mjs';
import { makeRelease } from './release.mjs';

describe('the changes of a version', () => {
  it('are its section, without the heading', () => {
    const page = '# Changelog\n\n## 0.2.0 (2027-01-01)\n\n- new\n\n## 0.1.0 (2026-12-01)\n\n- first\n';
    expect([changesOf(page, '0.2.0'), changesOf(page, '0.1.0')]).toEqual(['- new\n', '- first\n']);
    expect(() => changesOf(page, '0.1')).toThrow('CHANGELOG.md has no section "## 0.1"');
  });
});

describe('the files of a release', () => {
  let folder;
  let checkout;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');

  const git = (...args) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: checkout, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const read = (file) => readFileSync(path.join(folder, 'out', file));

  beforeAll(() => {
    folder = temporaryFolder('hearth-release-');
    checkout = path.join(folder, 'checkout');
    mkdirSync(path.join(checkout, 'libs/contracts/releases'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(root, file), path.join(checkout, file));
    writeFileSync(path.join(checkout, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0 (2026-12-01)\n\n- first\n');
    writeFileSync(path.join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'a');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are not made before the contracts of the version are recorded, nor of a changed checkout', () => {
    expect(() => makeRelease(checkout, path.join(folder, 'out'))).toThrow('Contracts of 0.1.0 are not recorded');
    writeFileSync(path.join(checkout, 'libs/contracts/releases/0.1.0.json'), '{}');
    git('add', '--all');
    expect(() => makeRelease(checkout, path.join(folder, 'out'))).toThrow('Tracked files differ from the commit');
    git('commit', '--quiet', '--message', 'b');
  });

  it('are source, packages, changes and contracts, with sums and a signature of these', () => {
    const files = makeRelease(checkout, path.join(folder, 'out'), path.join(folder, 'key.pem'));
    const contents = ['cdx.json', 'changes.md', 'contracts.json', 'spdx.json', 'tar.gz'].map(
      (end) => `hearth-0.1.0.${end}`,
    );
    expect(files.toSorted()).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', ...contents]);
    const sums = contents.map((file) => `${hash('sha256', read(file))}  ${file}`);
    expect(read('SHA256SUMS').toString().trim().split('\n').toSorted()).toEqual(sums.toSorted());
    expect(verify(null, read('SHA256SUMS'), publicKey, read('SHA256SUMS.sig'))).toBe(true);
    expect(JSON.parse(read('hearth-0.1.0.cdx.json'))).toMatchObject({ bomFormat: 'CycloneDX' });
    expect(JSON.parse(read('hearth-0.1.0.spdx.json'))).toMatchObject({ spdxVersion: expect.stringMatching(/^SPDX-2/) });
  });

  it('replace none', () => {
    expect(() => makeRelease(checkout, path.join(folder, 'out'))).toThrow('EEXIST');
    expect(readdirSync(path.join(folder, 'out'))).toHaveLength(7);
  });
});
