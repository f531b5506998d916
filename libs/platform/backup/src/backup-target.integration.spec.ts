import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BackupTarget } from './backup-target.js';
import { keepNewest } from './keep-newest.js';
import { FORMAT, type Manifest } from './manifest.js';
import { sealSecrets, unsealSecrets } from './sealed-secrets.js';

describe('a backup', () => {
  let folder: string;
  let target: BackupTarget;
  const inside = (...names: string[]) => path.join(folder, ...names);

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-backup-'));
    target = await BackupTarget.open(inside('backup'), folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const add = (content: string) => target.addPart(Readable.from([content]));
  const manifest = async (): Promise<Manifest> => ({
    format: FORMAT,
    takenAt: '2026-01-01T00:00:00.000Z',
    ...{ migrations: {}, queues: {}, tables: [], sequences: {}, objects: null, secrets: null },
    repositories: { part: await add(''), count: 0 },
    later: { changes: await add(''), events: await add('') },
  });

  it('stores equal contents once, and shows a snapshot when it is complete', async () => {
    const first = await add('rows\n');
    const { added } = target;
    expect(await add('rows\n')).toEqual(first);
    expect(target.added).toBe(added);
    expect(await text(await target.content(first))).toBe('rows\n');
    const whole = await manifest();
    expect(await target.snapshots()).toEqual([]);
    await target.complete('b', whole);
    await target.complete('a', whole);
    expect(await target.snapshots()).toEqual(['a', 'b']);
    expect(await target.manifest('b')).toEqual(whole);
  });

  it('says what to look at when its folder cannot be read', async () => {
    await writeFile(inside('file'), '');
    await expect(BackupTarget.open(inside('file'), folder)).rejects.toThrow(
      /^\S+file cannot be read \(.*\): see that it exists/,
    );
  });

  it('does not store again what it had before', async () => {
    const { name } = await add('rows\n');
    const again = await BackupTarget.open(inside('backup'), folder);
    await again.readPresent();
    expect((await again.addPart(Readable.from(['rows\n']))).name).toBe(name);
    expect(again.added).toBe(0);
  });

  it('refuses what is missing or changed', async () => {
    const part = await add('rows\n');
    await target.check(part);
    const file = inside('backup', part.name);
    const content = await readFile(file);
    content[content.length - 1]! ^= 1;
    await writeFile(file, content);
    await expect(target.check(part)).rejects.toThrow(/^The backup is damaged \(parts.* was changed\): use another/);
    await writeFile(file, content.subarray(1));
    await expect(target.check(part)).rejects.toThrow('was changed');
    await rm(file);
    await expect(target.check(part)).rejects.toThrow('is missing');
    await expect(target.manifest('none')).rejects.toThrow('The backup has no snapshot none.');
    await target.complete('a', await manifest());
    await writeFile(inside('backup/snapshots/a'), '{}');
    await expect(target.manifest('a')).rejects.toThrow('The backup is damaged');
  });

  it('keeps what the newest snapshots have', async () => {
    const table = async (content: string) => ({
      schema: 's',
      table: 't',
      columns: [],
      rows: 1,
      part: await add(content),
    });
    const whole = await manifest();
    const both = await table('in both');
    const [old, young] = [await table('old'), await table('young')];
    await target.complete('a', { ...whole, tables: [both, old] });
    await target.complete('b', { ...whole, tables: [both, young] });
    expect(await keepNewest(target, 2)).toBe(0);
    expect(await keepNewest(target, 1)).toBe(1);
    expect(await target.snapshots()).toEqual(['b']);
    for (const { part } of [...(await target.manifest('b')).tables]) await target.check(part);
    await expect(target.check(old.part)).rejects.toThrow('is missing');
  });

  it('gives secrets to the passphrase that they were encrypted with, and to no other', async () => {
    await writeFile(inside('key'), 'a key');
    const sealed = await sealSecrets(folder, 'three words');
    expect(sealed).not.toContain(Buffer.from('a key').toString('base64'));
    await expect(unsealSecrets(sealed, 'other words', inside('restored'))).rejects.toThrow('not the one of the backup');
    await unsealSecrets(sealed, 'three words', inside('restored'));
    expect(await readFile(inside('restored/key'), 'utf8')).toBe('a key');
  });
});
