import { spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { readJson } from '../json-files.mjs';
import { ensureSecrets, SIGNERS } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { readRing } from './encryption-keys.mjs';
import { modelUsers } from './fixtures/model-users.mjs';
import { nobody } from './key-users.mjs';
import { dropWhenUnused, rotateEncryption, WRITES_END_MS } from './rotate-encryption.mjs';
import { dropWhenDead, rotateSigning, STATEMENTS_DIE_MS } from './rotate-signing.mjs';
import { currentKey, publishedKeys } from './signing-keys.mjs';

const SERVICES = ['gateway', 'identity', 'projects', 'ci'];
const progress = { step: (_label, work) => work(), note() {} };

describe('rotation', () => {
  let data;
  let stored;
  beforeEach(() => {
    data = dataFolder(temporaryFolder('hearth-rotation-'));
    createDataFolder(data);
    ensureSecrets(data);
    stored = 3;
  });
  afterEach(() => rmSync(data.folder, { recursive: true }));

  const kids = () => Object.fromEntries(SIGNERS.map((service) => [service, currentKey(data, service).kid]));
  const published = () => publishedKeys(data).map(({ kid }) => kid);
  const ring = () => readRing(data).map(({ id }) => id);
  /** The re-encryption as it is when everything can be rewritten. */
  const reencrypt = async () => ({ rewritten: stored, locked: 0, unreadable: [], inUse: { [ring()[0]]: stored } });
  const context = (users) => ({ data, users, progress, reencrypt });
  const age = (milliseconds) => {
    const times = Object.entries(readJson(data.retiredKeys)).map(([id, time]) => [id, Date.parse(time) - milliseconds]);
    const older = times.map(([id, time]) => [id, new Date(time).toISOString()]);
    writeFileSync(data.retiredKeys, JSON.stringify(Object.fromEntries(older)));
  };

  function expectConsistent() {
    for (const service of SIGNERS) {
      const { kid, privateKey } = currentKey(data, service);
      const entries = publishedKeys(data).filter((entry) => entry.kid === kid);
      const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
      expect(entries).toEqual([{ kid, service, publicKey }]);
    }
  }

  it('gives every signer a new key, and every signature is accepted all the time', async () => {
    const users = modelUsers(data, SERVICES);
    for (let round = 0; round < 4; round += 1) {
      const before = kids();
      const old = await rotateSigning(context(users));
      for (const service of SIGNERS) expect(kids()[service]).not.toBe(before[service]);
      expect(old).toEqual(expect.arrayContaining(Object.values(before)));
      expect(published()).toHaveLength(SIGNERS.length * (round + 2));
      expectConsistent();
    }
    expect(users.broken).toEqual([]);
  });

  it('drops the old public keys at the next run, once no statement of theirs can be alive', async () => {
    const first = Object.values(kids());
    const users = modelUsers(data, SERVICES);
    await rotateSigning(context(users));
    age(STATEMENTS_DIE_MS - 5000);
    const second = Object.values(kids());
    await rotateSigning(context(users));
    expect(published()).toEqual(expect.arrayContaining([...first, ...second]));
    age(5000);
    await rotateSigning(context(users));
    expect(published().filter((kid) => first.includes(kid))).toEqual([]);
    expect(published()).toEqual(expect.arrayContaining(second));
    expect(users.broken).toEqual([]);
  });

  it('can wait for that', async () => {
    const users = modelUsers(data, SERVICES);
    await rotateSigning(context(users));
    age(STATEMENTS_DIE_MS);
    await dropWhenDead(context(users));
    expect(published().sort()).toEqual(Object.values(kids()).sort());
    expect(users.processes[0].verify).toHaveLength(SIGNERS.length);
  });

  it('drops them at once when nothing runs', async () => {
    const before = Object.values(kids());
    expect(await rotateSigning(context(nobody))).toEqual([]);
    expect(published().sort()).toEqual(Object.values(kids()).sort());
    expect(published().filter((kid) => before.includes(kid))).toEqual([]);
  });

  it('is finished by the next start of a stopped system', async () => {
    await rotateSigning(context(modelUsers(data, SERVICES)));
    ensureSecrets(data);
    expect(published().sort()).toEqual(Object.values(kids()).sort());
    expect(readJson(data.retiredKeys)).toEqual({});
  });

  it.each([1, 2])('goes on when the rotation of signing keys died in wait %i', async (wait) => {
    const users = modelUsers(data, SERVICES);
    const before = kids();
    users.diesIn = wait;
    await expect(rotateSigning(context(users))).rejects.toThrow('killed');
    expectConsistent();
    users.diesIn = Infinity;
    await rotateSigning(context(users));
    for (const service of SIGNERS) expect(kids()[service]).not.toBe(before[service]);
    expectConsistent();
    expect(users.broken).toEqual([]);
    expect(readdirSync(path.dirname(data.signingKey('ci'))).filter((file) => file.includes('next'))).toEqual([]);
  });

  it('lets a new encryption key write once all can read it, and keeps the old one for two minutes', async () => {
    const [first] = ring();
    const users = modelUsers(data, SERVICES);
    const result = await rotateEncryption(context(users));
    const [second] = ring();
    expect(result).toMatchObject({ writing: second, left: [first], dropped: [], rewritten: 3 });
    expect(ring()).toEqual([second, first]);
    age(WRITES_END_MS - 1000);
    await rotateEncryption(context(users));
    expect(ring()).toContain(first);
    age(1000);
    expect((await rotateEncryption(context(users))).dropped).toContain(first);
    expect(ring()).not.toContain(first);
    expect(users.broken).toEqual([]);
  });

  it('can wait until old encryption keys are gone, and rewrites once more before', async () => {
    const [first] = ring();
    const users = modelUsers(data, SERVICES);
    const result = await rotateEncryption(context(users));
    age(WRITES_END_MS);
    const late = { ...context(users), reencrypt: async () => ({ ...(await reencrypt()), rewritten: 2 }) };
    expect(await dropWhenUnused(late, result)).toMatchObject({ rewritten: 5, dropped: [first], left: [] });
    expect(ring()).toEqual([result.writing]);
    const written = {
      ...context(users),
      reencrypt: async () => ({ ...(await reencrypt()), inUse: { [result.writing]: 1 } }),
    };
    const next = await rotateEncryption(written);
    age(WRITES_END_MS);
    expect(await dropWhenUnused(written, next)).toMatchObject({ dropped: [], left: [result.writing] });
  });

  it('never drops an encryption key that something stored still needs', async () => {
    const [first] = ring();
    const users = modelUsers(data, SERVICES);
    const needed = async () => ({ rewritten: 0, locked: 0, unreadable: [], inUse: { [first]: 1 } });
    await rotateEncryption({ ...context(users), reencrypt: needed });
    const [second] = ring();
    await rotateEncryption({ ...context(users), reencrypt: needed });
    age(10 * WRITES_END_MS);
    const result = await rotateEncryption({ ...context(users), reencrypt: needed });
    expect(result.dropped).toEqual([second]);
    expect(ring()).toContain(first);
    expect(await rotateEncryption({ ...context(nobody), reencrypt: needed })).toMatchObject({ left: [first] });
  });

  it.each([2, 3])('goes on with the same encryption key when it died in wait %i', async (wait) => {
    const [first] = ring();
    const users = modelUsers(data, SERVICES);
    users.diesIn = wait;
    await expect(rotateEncryption(context(users))).rejects.toThrow('killed');
    const [next] = ring().filter((id) => id !== first);
    users.diesIn = Infinity;
    await rotateEncryption(context(users));
    expect(ring()).toEqual([next, first]);
    expect(users.broken).toEqual([]);
  });

  it('goes on with the same encryption key when re-encrypting failed', async () => {
    const [first] = ring();
    const failing = async () => Promise.reject(new Error('no database'));
    await expect(rotateEncryption({ ...context(nobody), reencrypt: failing })).rejects.toThrow('no database');
    const [next] = ring();
    await rotateEncryption(context(nobody));
    expect(next).not.toBe(first);
    expect(ring()).toEqual([next]);
  });

  it('leaves keys alone that the system was not given by this folder', async () => {
    const users = modelUsers(data, SERVICES);
    const given = { signing: 'x', verify: [], encryption: { from: 'HEARTH_KEYS', ids: ['k'] } };
    const before = ring();
    await expect(
      rotateEncryption({ ...context(users), users: { ...users, until: async () => [given] } }),
    ).rejects.toThrow('started with encryption keys of its own (HEARTH_KEYS)');
    expect(ring()).toEqual(before);
  });

  it('writes nothing that others may read', async () => {
    await rotateSigning(context(modelUsers(data, SERVICES)));
    await rotateEncryption(context(modelUsers(data, SERVICES)));
    const files = readdirSync(data.secrets, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(SIGNERS.length + 3);
    for (const { parentPath, name } of files) {
      expect([name, statSync(path.join(parentPath, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(readFileSync(data.verifyKeys, 'utf8')).not.toContain('PRIVATE');
  });

  it('leaves usable keys wherever it is killed', async () => {
    const everWrote = new Set(ring());
    for (let round = 0; round < 8; round += 1) {
      const program = path.join(import.meta.dirname, 'fixtures/rotate-for-ever.mjs');
      const child = spawn(process.execPath, [program, data.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      const writing = ring()[0];
      // Kills it somewhere in its third rotation or so: as soon as it has done something, after a varying number of looks.
      for (let looks = 0; ring()[0] === writing || looks < round * 50; looks += 1) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expectConsistent();
      ring().forEach((id) => everWrote.add(id));
      expect(new Set(ring())).toEqual(everWrote);
      ensureSecrets(data);
      expectConsistent();
    }
    const users = modelUsers(data, SERVICES);
    await rotateSigning(context(users));
    await rotateEncryption(context(users));
    expectConsistent();
    expect(users.broken).toEqual([]);
  }, 60_000);
});
