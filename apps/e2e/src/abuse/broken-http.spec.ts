import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { waitFor } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { systemStatus, type SystemProcess } from '../system/processes.js';
import { newProject } from '../system/projects.js';
import { brokenMessages, cutMessages, type Broken, type Sample } from './broken-messages.js';

/** An address of its own on this machine, by which the system's open connections are counted. */
const CLIENT = '127.0.0.77';
const AT_A_TIME = 32;
const ENDS_WITHIN_MS = 40_000;
const MOST_GROWTH = 300 * 1024 * 1024;
/** A state of the kernel's table: the connection has ended, and only its number is not reused yet. */
const TIME_WAIT = '06';

interface Attempt extends Broken {
  readonly port: number;
  readonly to: string;
}

/** Sends a message, disconnects, and returns the bytes received when the connection has ended. */
function send({ port, parts, leaving }: Attempt): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: CLIENT, noDelay: true });
    socket.setTimeout(ENDS_WITHIN_MS, () => socket.destroy(new Error(`it has not ended, but said: ${text}`)));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (leaving === 'reset at the answer') socket.resetAndDestroy();
    });
    socket.on('error', (error: Error & { code?: string }) => error.code === undefined && reject(error));
    socket.on('close', () => resolve(text));
    socket.on('connect', () => {
      for (const part of parts) socket.write(part);
      // A server that waits for the rest has no answer yet: ending the stream completes its input.
      if (leaving !== 'reset') socket.end();
      else socket.write('', () => socket.resetAndDestroy());
    });
  });
}

/** Returns the wrong outcomes: connections that do not end, errors of the server. */
async function complaints(attempts: readonly Attempt[]): Promise<string[]> {
  const found: string[] = [];
  const left = [...attempts];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { to, name } = next;
      const answer = await send(next).catch((error: Error) => error.message);
      if (answer !== '' && !/^HTTP\/1\.1 (?:[1-4]\d\d|503) /.test(answer)) found.push(`${to}: ${name}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return found;
}

/** Counts the connections of this suite that the system still holds. */
async function heldConnections(): Promise<number> {
  const remote = [...CLIENT.split('.')]
    .reverse()
    .map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase());
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.split('\n')).map((row) => row.trim().split(/\s+/));
  return rows.filter(([, , from, state]) => from?.includes(`${remote.join('')}:`) && state !== TIME_WAIT).length;
}

async function memoryOf({ pid }: SystemProcess): Promise<number> {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kib) * 1024;
}

/** Lists the processes of Hearth itself. */
async function processes(): Promise<SystemProcess[]> {
  return (await systemStatus()).processes.filter(({ name }) => name !== 'postgres' && name !== 'kafka');
}

describe('requests that break HTTP', () => {
  let owner: Person;
  let repository: string;
  let before: SystemProcess[];
  let sizes: number[];

  beforeAll(async () => {
    owner = await newPerson('breaker');
    repository = (await newProject(owner, 'broken', 'public')).path_with_namespace;
    before = await processes();
    sizes = await Promise.all(before.map(memoryOf));
  });

  const post = (path: string, type: string, body: string, ...headers: string[]): Sample => ({
    method: 'POST',
    path,
    headers: [...headers, `Content-Type: ${type}`],
    body,
  });
  /** Returns routes of every kind: JSON, forms, streams in and out, git, pages; of the edge, of services, and unknown ones. */
  function samples(...headers: string[]): Sample[] {
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n';
    const multipart = 'multipart/form-data; boundary=x';
    const id = encodeURIComponent(repository);
    return [
      post('/api/v4/projects', 'application/json', '{"name":{}}', ...headers),
      post(`/api/v4/projects/${id}/issues`, multipart, form, ...headers),
      post('/api/v4/jobs/1/artifacts', multipart, form, ...headers),
      post(`/${repository}.git/git-upload-pack`, 'application/x-git-upload-pack-request', '0000', ...headers),
      post('/users/sign_in', 'application/x-www-form-urlencoded', 'a=1', ...headers),
      { method: 'GET', path: `/${repository}.git/info/refs?service=git-upload-pack`, headers, body: '' },
      { method: 'GET', path: '/api/v4/openapi.json', headers, body: '' },
      post('/nowhere', 'application/json', '{}', ...headers),
    ];
  }

  const to = (process: string, port: number, { method, path }: Sample, messages: readonly Broken[]): Attempt[] =>
    messages.map((message) => ({ ...message, port, to: `${process} ${method} ${path}` }));

  it('are answered or ended by what faces users, on routes of every kind', async () => {
    const port = Number(new URL(hearth.url).port);
    const token = `Private-Token: ${owner.token}`;
    const basic = `Authorization: Basic ${Buffer.from(`${owner.username}:${owner.token}`).toString('base64')}`;
    const withGit = (sample: Sample) => ({ ...sample, headers: [basic, ...sample.headers.slice(1)] });
    const signedIn = samples(token).map((sample) => (sample.path.includes('.git/') ? withGit(sample) : sample));
    const attempts = samples().flatMap((sample, at) => {
      const known = signedIn[at]!;
      return [
        ...to('anonymous', port, sample, [...brokenMessages(sample), ...cutMessages(sample, at === 0 ? 1 : 11)]),
        // The same table with a credential for two routes, and a part of it for the others.
        ...to(
          'signed in',
          port,
          known,
          brokenMessages(known).filter((_, index) => at % 4 === 0 || index % 4 === 0),
        ),
        ...to('signed in', port, known, cutMessages(known, 11)),
      ];
    });
    expect(attempts.length).toBeGreaterThan(1_500);
    expect(await complaints(attempts)).toEqual([]);
  });

  it('are answered or ended by every listener behind it', async () => {
    const call = post('/calls/identity.authenticate', 'application/json', '{"kind":"token"}');
    const health: Sample = { method: 'GET', path: '/health', headers: [], body: '' };
    const attempts = before.flatMap(({ name, port, internalPort }, index) => {
      const sample = samples()[index % 5]!;
      const routed = hearth.split && name !== 'gateway' ? to(name, port, sample, brokenMessages(sample)) : [];
      const internal =
        internalPort === undefined
          ? []
          : [call, health].flatMap((each) => [
              ...to(
                `${name} inside`,
                internalPort,
                each,
                index % 2 === 0 ? brokenMessages(each) : cutMessages(each, 3),
              ),
            ]);
      return [...routed, ...internal];
    });
    expect(attempts.length).toBeGreaterThan(100);
    expect(await complaints(attempts)).toEqual([]);
  });

  it('leave the same processes, which answer, and nothing else', async () => {
    await waitFor('every connection to have ended', async () => (await heldConnections()) === 0, {
      timeoutMs: ENDS_WITHIN_MS,
    });
    const after = await processes();
    const identity = ({ name, pid, ready }: SystemProcess) => ({ name, pid, ready });
    expect(after.map(identity)).toEqual(before.map(identity));
    (await owner.api.get('/user')).expect(200);
    const grown = (await Promise.all(after.map(memoryOf))).map((size, index) => size - sizes[index]!);
    expect(after.map(({ name }, index) => [name, grown[index]! < MOST_GROWTH])).toEqual(
      after.map(({ name }) => [name, true]),
    );
  });
});
