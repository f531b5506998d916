import { chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '@hearth/testing';
import pg from 'pg';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { runProgram } from '../run-program.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { checkPostgresPlace, postgresSpec, postgresUrl } from './postgres.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

const page = readFileSync(path.join(root, 'docs/backup.md'), 'utf8').split('\n## A point in time\n')[1];
const blocks = (language) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].filter(([, kind]) => kind === language).map(([, , text]) => text);
const [ARCHIVING, RECOVERY] = blocks('ini');
const [BASE_BACKUP] = blocks('sh');
const [SEQUENCES, EVENTS] = blocks('sql');

/** Every step is the text of the page, with the folders of the spec. */
describe('a recovery to a point in time, by docs/backup.md', () => {
  let folder;
  let data;
  let user;
  let server;
  let client;
  const inside = (name) => path.join(folder, name);
  const own = (place) => user && chownSync(place, user.uid, user.gid);
  const inFolders = (text) =>
    text
      .replaceAll('/archive', inside('archive'))
      .replaceAll('/base', inside('base'))
      .replaceAll('/data', data.postgres);
  const settingsOf = (text) =>
    Object.fromEntries([...inFolders(text).matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]));
  const rows = async (text) => (await client.query({ text, rowMode: 'array' })).rows.flat();

  beforeAll(() => {
    folder = temporaryFolder('hearth-point-in-time-');
    data = dataFolder(inside('system'));
    user = checkPostgresPlace(data);
    createDataFolder(data, user);
    ensureSecrets(data);
    for (const name of ['archive', 'base']) mkdirSync(inside(name));
    own(inside('archive'));
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has all that was committed until then and nothing later, and hands out no number again', async () => {
    await start(settingsOf(ARCHIVING));
    await client.query(`create schema identity; create table identity.outbox (id serial, published_at timestamptz)`);
    await client.query('insert into identity.outbox (published_at) values (now())');
    await takeBase();
    await client.query('insert into identity.outbox (published_at) values (now())');
    const [moment] = await rows('select clock_timestamp()::text');
    const later = await rows('insert into identity.outbox (published_at) values (now()), (now()) returning id');
    await rows('select pg_switch_wal()');
    await stop();

    rmSync(data.postgres, { recursive: true });
    renameSync(inside('base'), data.postgres);
    writeFileSync(path.join(data.postgres, 'recovery.signal'), '');
    own(path.join(data.postgres, 'recovery.signal'));
    await start({ ...settingsOf(RECOVERY), recovery_target_time: moment });
    await waitFor('the end of the recovery', async () => !(await rows('select pg_is_in_recovery()'))[0]);
    expect(await rows('select id from identity.outbox order by id')).toEqual([1, 2]);

    const [text] = SEQUENCES.split(String.raw`\gexec`);
    for (const statement of await rows(text)) await client.query(statement);
    await client.query(EVENTS);
    expect(await rows('select published_at from identity.outbox')).toEqual([null, null]);
    const [next] = await rows('insert into identity.outbox default values returning id');
    expect(next).toBeGreaterThan(Math.max(...later));
  });

  async function start(settings) {
    const port = await freePort();
    server = new SupervisedProcess(postgresSpec({ data, port, settings }), { changed() {}, note() {} });
    await server.start();
    client = new pg.Client({ connectionString: postgresUrl(data, port), connectionTimeoutMillis: 10_000 });
    await client.connect();
  }

  async function stop() {
    await client?.end();
    await server?.stop();
    client = server = undefined;
  }

  /** Runs the lines that the page gives to psql; the label of the backup goes into a file of the base. */
  async function takeBase() {
    const [, lines, after] = /END' > \S+\n(.*?)^END\n(.*)/ms.exec(BASE_BACKUP);
    expect(after).toContain('> /base/backup_label');
    let label;
    for (const line of inFolders(lines).trim().split('\n')) {
      if (line.startsWith(String.raw`\!`)) {
        const { status, output } = await runProgram('sh', ['-c', line.slice(2)]);
        expect([status, output]).toEqual([0, '']);
      } else [label] = await rows(line);
    }
    writeFileSync(path.join(inside('base'), 'backup_label'), label);
    own(path.join(inside('base'), 'backup_label'));
  }
});
