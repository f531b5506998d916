import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ConfigurationError } from '@hearth/config';
import { ProcessKeys } from './process-keys.js';
import type { Purpose } from './signatures.js';

const CALL: Purpose = { type: 'call', audience: 'ci', method: 'POST', url: '/calls/ci.do' };

interface Made {
  readonly kid: string;
  readonly signing: object;
  readonly published: object;
}

function make(kid: string, service = 'ci'): Made {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    kid,
    signing: { kid, service, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    published: { kid, service, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) },
  };
}

const ringLine = (id: string) => `${id}:${Buffer.alloc(32, id).toString('base64')}`;

describe('the keys of a process', () => {
  const [first, second, third] = [make('ci-1'), make('ci-2'), make('ci-3')];
  let folder: string;
  let files: { signingKey: string; verifyKeys: string; ring: string };
  let problems: string[];
  let clock: number;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-keys-'));
    files = {
      signingKey: path.join(folder, 'signing.json'),
      verifyKeys: path.join(folder, 'verify.json'),
      ring: path.join(folder, 'ring'),
    };
    problems = [];
    clock = 0;
    await sign(first);
    await publish(first);
    await writeFile(files.ring, ringLine('a'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const sign = ({ signing }: Made) => writeFile(files.signingKey, JSON.stringify(signing));
  const publish = (...made: Made[]) =>
    writeFile(files.verifyKeys, JSON.stringify(made.map(({ published }) => published)));
  const load = () =>
    ProcessKeys.load(files, {
      report: (problem) => problems.push(problem),
      encryption: { file: files.ring },
      now: () => clock,
    });

  it('follow their files', async () => {
    const keys = await load();
    await publish(first, second);
    await keys.look();
    await sign(second);
    await writeFile(files.ring, `${ringLine('b')}\n${ringLine('a')}\n`);
    await keys.look();
    expect(keys.ids()).toEqual({
      signing: 'ci-2',
      verify: ['ci-1', 'ci-2'],
      encryption: { from: files.ring, ids: ['b', 'a'] },
    });
    expect((await keys.verifier.verify(keys.signer.sign(CALL), CALL)).issuer).toBe('ci');
    await publish(second);
    await keys.look();
    expect(keys.verifier.kids).toEqual(['ci-2']);
    expect(problems).toEqual([]);
  });

  it('follow a mounted secret, whose files are links that are swapped', async () => {
    await writeFile(path.join(folder, 'v1'), ringLine('a'));
    await writeFile(path.join(folder, 'v2'), ringLine('b'));
    await rm(files.ring);
    await symlink('v1', files.ring);
    const keys = await load();
    await symlink('v2', path.join(folder, 'next'));
    await rename(path.join(folder, 'next'), files.ring);
    await keys.look();
    expect(keys.keyring.ids).toEqual(['b']);
  });

  it.each([
    ['half-written', '{"kid":"ci-9","priv'],
    ['empty', ''],
    ['of another form', '{"kid":"ci-9"}'],
    ['without a usable key', '{"kid":"ci-9","service":"ci","privateKey":"MC4CAQAwBQYDK2VwBCIEIsecret"}'],
  ])('stay as they were while the signing key is %s, and say so once', async (_, content) => {
    const keys = await load();
    await writeFile(files.signingKey, content);
    await keys.look();
    await keys.look();
    expect(keys.signer.kid).toBe('ci-1');
    expect(problems).toEqual([
      expect.stringMatching(/signing\.json cannot be used \(.+\): going on with what it held before$/),
    ]);
    if (content) expect(problems[0]).not.toContain(content);
    expect(problems[0]).not.toContain('secret');
    await publish(first, second);
    await sign(second);
    await keys.look();
    expect(keys.signer.kid).toBe('ci-2');
  });

  it('stay as they were while the other files are broken or gone', async () => {
    const keys = await load();
    await writeFile(files.verifyKeys, '[]');
    await rm(files.ring);
    await keys.look();
    expect(keys.verifier.kids).toEqual(['ci-1']);
    expect(keys.keyring.ids).toEqual(['a']);
    expect(problems).toHaveLength(2);
    await writeFile(files.ring, `${ringLine('a')},${ringLine('a')}`);
    await keys.look();
    expect(keys.keyring.ids).toEqual(['a']);
    expect(problems[2]).toContain('have the same id');
  });

  it('do not sign with a key before its public half is there', async () => {
    const keys = await load();
    await sign(second);
    await keys.look();
    await keys.look();
    expect(keys.signer.kid).toBe('ci-1');
    expect(problems).toEqual([
      'the public half of the signing key "ci-2" is not published: going on signing with "ci-1"',
    ]);
    await publish(first, second);
    await keys.look();
    expect(keys.signer.kid).toBe('ci-2');
  });

  it('do not sign with a key whose published half is another one', async () => {
    const keys = await load();
    const twin = make('ci-2');
    await publish(first, second);
    await sign(twin);
    await keys.look();
    expect(keys.signer.kid).toBe('ci-1');
  });

  it('are read at once when a statement names an unknown key, once a second at most', async () => {
    const keys = await load();
    const other = await load();
    const later = (milliseconds: number) => (clock += milliseconds);
    await publish(first, second);
    await sign(second);
    await other.look();
    later(1_000);
    const statement = other.signer.sign(CALL);
    const verified = await Promise.all([keys.verifier.verify(statement, CALL), keys.verifier.verify(statement, CALL)]);
    expect(verified.map(({ issuer }) => issuer)).toEqual(['ci', 'ci']);

    await publish(first, second, third);
    await sign(third);
    await other.look();
    const next = other.signer.sign(CALL);
    later(999);
    await expect(keys.verifier.verify(next, CALL)).rejects.toThrow('unknown key');
    later(1);
    await expect(keys.verifier.verify(next, CALL)).resolves.toBeDefined();
  });

  it('are believed no longer once they are dropped, whatever was believed before', async () => {
    const keys = await load();
    const statement = keys.signer.sign(CALL);
    await keys.verifier.verify(statement, CALL);
    await publish(second);
    await sign(second);
    await keys.look();
    await expect(keys.verifier.verify(statement, CALL)).rejects.toThrow('unknown key');
  });

  it('keep a process from starting whose signatures would be refused', async () => {
    await publish(second);
    await expect(load()).rejects.toThrow(ConfigurationError);
    await expect(load()).rejects.toThrow(
      /^HEARTH_SIGNING_KEY names .*: .* does not hold its public half, so its signatures would be refused\.$/,
    );
  });

  it('keep a process from starting with a file that cannot be used', async () => {
    await writeFile(files.ring, `a:${Buffer.alloc(31, 'k').toString('base64')}`);
    await expect(load()).rejects.toThrow(/^HEARTH_KEYS_FILE names .*: key 1 of the list is not 32 bytes in base64/);
    await rm(files.signingKey);
    await expect(load()).rejects.toThrow(/^HEARTH_SIGNING_KEY names .*ENOENT/);
  });
});
