import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import ssh2 from 'ssh2';
import { dataFolder } from '../data-folder.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { ensureSshHostKeys, sshFingerprints } from './ssh-host-keys.mjs';

describe('host keys', () => {
  let data;
  beforeEach(() => {
    data = dataFolder(temporaryFolder('hearth-host-keys-'));
    mkdirSync(data.secrets);
    ensureSshHostKeys(data);
  });
  afterEach(() => rmSync(data.folder, { recursive: true }));

  const privateTexts = () => readFileSync(data.sshHostKeys, 'utf8').match(/-----BEGIN[\s\S]+?-----END.*/g);

  it('are read by the library that serves SSH, and match their public halves', () => {
    const keys = privateTexts().map((text) => ssh2.utils.parseKey(text));
    expect(keys.map((key) => key.type)).toEqual(['ssh-ed25519', 'ecdsa-sha2-nistp256']);
    const message = Buffer.from('hello');
    const lines = readFileSync(data.sshPublicHostKeys, 'utf8').trim().split('\n');
    for (const [index, key] of keys.entries())
      expect(ssh2.utils.parseKey(lines[index]).verify(message, key.sign(message))).toBe(true);
    const printed = keys.map((key) => createHash('sha256').update(key.getPublicSSH()).digest('base64').slice(0, 43));
    expect(sshFingerprints(data).map(({ fingerprint }) => fingerprint)).toEqual(
      printed.map((each) => `SHA256:${each}`),
    );
  });

  it('are for their owner only, and stay', () => {
    expect(statSync(data.sshHostKeys).mode & 0o777).toBe(0o600);
    const before = readFileSync(data.sshHostKeys, 'utf8');
    ensureSshHostKeys(data);
    expect(readFileSync(data.sshHostKeys, 'utf8')).toBe(before);
  });
});
