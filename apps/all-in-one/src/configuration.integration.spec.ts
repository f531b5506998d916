import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Type } from '@nestjs/common';
import { allSettings } from '@hearth/config';
import { TestDatabase } from '@hearth/data/testing';
import { checkSettings } from '@hearth/service';
import { AppProcess, makeTemporaryFolder, processEnvironment, type Ended, type TemporaryFolder } from '@hearth/testing';
import { services } from './services.js';

const APPS = ['all-in-one', 'gateway', 'identity', 'projects', 'repository', 'merge-requests', 'ci'];
const PAGE = path.resolve(import.meta.dirname, '../../../docs/CONFIGURATION.md');
/** A value that no setting accepts, with a part that must never be printed. */
const WRONG = 'wrong://hearth:secret-of-a-url@';
const EVERY = 'every process';
/** Programs that do nothing without arguments. */
const COMMANDS: Readonly<Record<string, string>> = {
  'dead-letters': 'dead-letters list',
  storages: 'storages list',
  backup: 'backup /nowhere',
};

/** Returns the processes of a "Read by" line of the page. */
function readersOf(line: string): string[] {
  const [processes = ''] = line.replace(/\.$/, '').split('; ');
  if (!processes.startsWith(EVERY)) return processes.split(', ');
  const others = processes.slice(`${EVERY} but `.length).split(', ');
  return APPS.filter((app) => !others.includes(app));
}

/** Thrown in place of the end of this process. */
class Exit extends Error {
  constructor(readonly status: number) {
    super(`exit ${status}`);
  }
}

/** Runs a program in this process, which has its modules already: a process of its own would load all services for three seconds. */
async function runHere(program: string, environment: Record<string, string>): Promise<Ended> {
  const [name, ...args] = (COMMANDS[program] ?? program).split(' ');
  const { env, argv, exit } = process;
  const output = { stdout: '', stderr: '' };
  const writes = (['stdout', 'stderr'] as const).map((stream) => {
    const { write } = process[stream];
    process[stream].write = (text) => Boolean((output[stream] += String(text)));
    return () => void (process[stream].write = write);
  });
  Object.assign(process, {
    env: environment,
    argv: [process.execPath, name, ...args],
    exit: (status: number) => {
      throw new Exit(status);
    },
  });
  try {
    await import(`./${name}.js?${performance.now()}`);
    return { status: Number(process.exitCode ?? 0), ...output };
  } catch (error) {
    if (error instanceof Exit) return { status: error.status, ...output };
    throw error;
  } finally {
    Object.assign(process, { env, argv, exit, exitCode: undefined });
    for (const restore of writes) restore();
  }
}

/** Returns the sentence with which a process of the app refuses its environment before anything is created. */
async function refusalOf(app: string, environment: Record<string, string>): Promise<string> {
  const module = new URL(`../../${app}/dist/app.module.js`, import.meta.url);
  const { AppModule } = (await import(module.href)) as { AppModule: Type };
  const before = process.env;
  process.env = environment;
  try {
    checkSettings(AppModule);
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    process.env = before;
  }
}

/** Refuses an environment as a process of an app does, or as a program where programs alone read a setting. */
async function refuse(reader: string, environment: Record<string, string>): Promise<Ended> {
  if (!APPS.includes(reader)) return runHere(reader, environment);
  return { status: 2, stdout: '', stderr: `${await refusalOf(reader, environment)}\n` };
}

describe('a mistake in the configuration', () => {
  let folder: TemporaryFolder;
  let complete: Record<string, string>;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('configuration');
    const keys = path.join(folder.path, 'encryption-keys');
    await writeFile(keys, `first:${Buffer.alloc(32, 1).toString('base64')}`);
    complete = {
      ...(await processEnvironment(folder.path, 'operator')),
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      KAFKA_BROKERS: '127.0.0.1:1',
      HEARTH_KEYS_FILE: keys,
      HEARTH_STORAGES: JSON.stringify({ 'storage-1': folder.path }),
      HEARTH_SERVICES: JSON.stringify(
        Object.fromEntries(
          APPS.slice(2)
            .filter((app) => app !== 'repository')
            .map((app) => [app, { routed: 'http://127.0.0.1:1', internal: 'http://127.0.0.1:1' }]),
        ),
      ),
    };
  });

  afterAll(async () => {
    await folder?.remove();
  });

  /** Whether the declaration of a variable refuses the wrong value; the name of a file, for example, may be any text. */
  function isRefused(name: string): boolean {
    const declared = allSettings().find((settings) => settings.describe().some((each) => each.name === name))!;
    try {
      declared.read({ ...complete, [name]: WRONG });
      return false;
    } catch {
      return true;
    }
  }

  function expectOneSentence({ status, stdout, stderr }: Ended, name: string): void {
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^${name} [^\\n]+\\.\\n$`)),
    });
    expect(stderr).not.toContain('secret-of-a-url');
  }

  it('ends a process with one sentence and status 2', async () => {
    const { HEARTH_INTERNAL: _, ...incomplete } = complete;
    expectOneSentence(await AppProcess.run('gateway', incomplete), 'HEARTH_INTERNAL');
  });

  // The first test shows that a process prints the sentence of this check and ends; tools/architecture.spec.mjs, that every app begins alike.
  it('is told by a process that reads the variable, as the page says', async () => {
    const page = await readFile(PAGE, 'utf8');
    let tried = 0;
    expect(await refusalOf('all-in-one', complete)).toBe('');
    for (const section of page.split('\n## ')) {
      const readers = /^Read by: (.*)$/m.exec(section)?.[1];
      if (!readers) continue;
      const [app] = readersOf(readers);
      // The variables of a section are declared and read together: one of them shows that the process reads it.
      const name = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, each]) => each!).find(isRefused);
      if (!name) continue;
      expectOneSentence(await refuse(app!, { ...complete, [name]: WRONG }), name);
      tried++;
    }
    expect(tried).toBeGreaterThan(9);
  });

  it('is told just so where it shows only while the parts are made', async () => {
    const database = await TestDatabase.make(services.map(({ schema }) => schema));
    try {
      const environment: Record<string, string> = { ...complete, ...database.environment };
      const { KAFKA_BROKERS: _, ...withoutBrokers } = environment;
      const [storages, brokers, key] = await Promise.all([
        AppProcess.run('all-in-one', { ...environment, HEARTH_STORAGE_NAMES: 'storage-2' }),
        AppProcess.run('projects', withoutBrokers),
        AppProcess.run('gateway', { ...environment, HEARTH_SIGNING_KEY: '/nowhere/key.json' }),
      ]);
      expectOneSentence(storages, 'HEARTH_STORAGE_NAMES');
      expectOneSentence(brokers, 'KAFKA_BROKERS');
      expectOneSentence(key, 'HEARTH_SIGNING_KEY');
    } finally {
      await database.drop();
    }
  });

  it('ends every other program likewise', async () => {
    const programs = (await readdir(import.meta.dirname))
      .filter((file) => file.endsWith('.js') && !file.endsWith('.spec.js'))
      .map((file) => path.basename(file, '.js'))
      // Files are restored before there is a database.
      .filter((name) => !['main', 'services', 'app.module', 'restore-files'].includes(name));
    expect(programs).toContain('migrate');
    const environment = { ...complete, DATABASE_URL: WRONG };
    for (const name of programs) expectOneSentence(await runHere(name, environment), 'DATABASE_URL');
  });

  it('in a name is pointed out in the log', async () => {
    const gateway = AppProcess.start('gateway', {
      ...complete,
      HEARTH_LOG_LEVLE: 'secret-of-a-url',
      HEARTH_TEST_X: '1',
    });
    try {
      await gateway.ready();
      const warnings = gateway.log.filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg);
      expect(warnings).toEqual(['HEARTH_LOG_LEVLE is no setting of Hearth; HEARTH_LOG_LEVEL is the nearest.']);
      expect(JSON.stringify(gateway.log)).not.toContain('secret-of-a-url');
    } finally {
      expect(await gateway.stop()).toMatchObject({ status: 0, stderr: '' });
    }
  });
});
