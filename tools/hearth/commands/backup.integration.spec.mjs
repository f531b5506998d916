import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ApiClient, Git, waitFor } from '@hearth/testing';
import { root } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { runProgram } from '../run-program.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';

/** A zip file with `out/a.txt`. */
const ARCHIVE = Buffer.from(
  'UEsDBBQAAAAIAAAANky/4hegBwAAAAUAAAAJAAAAb3V0L2EudHh0SyrNzCkBAFBLAQIUAxQAAAAIAAAANky/4hegBwAAAAUAAAAJ' +
    'AAAAAAAAAAAAAACAAQAAAABvdXQvYS50eHRQSwUGAAAAAAEAAQA3AAAALgAAAAAA',
  'base64',
);
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const SETTLED = { timeoutMs: 60_000, intervalMs: 200 };

describe('a backup of a whole system', () => {
  let folder;
  let port;
  const inside = (name) => path.join(folder, name);

  /** Runs `./hearth` as in a shell that names no servers, keys or places of another system. */
  async function hearth(...args) {
    const { PATH, HOME } = process.env;
    const { status, output, stdout } = await runProgram(path.join(root, 'hearth'), args, { env: { PATH, HOME } });
    if (status !== 0) throw new Error(`hearth ${args.join(' ')} ended with ${status}: ${output}`);
    return stdout;
  }

  const up = (name) => hearth('up', '--detach', '--port', String(port), '--ssh-port', 'off', '--data', inside(name));
  const down = (name) => hearth('down', '--data', inside(name));
  const backUp = (name) => hearth('backup', inside('backup'), '--data', inside(name), ...passphrase('passphrase'));
  const restore = (name, ...args) => hearth('restore', inside('backup'), '--data', inside(name), ...args);
  const passphrase = (name) => ['--passphrase-file', inside(name)];
  const files = () => readdirSync(inside('backup'), { recursive: true }).filter((name) => name.split('/').length === 3);

  beforeAll(async () => {
    folder = temporaryFolder('hearth-backup-');
    port = await freePort();
    writeFileSync(inside('passphrase'), 'three small words\n');
    writeFileSync(inside('other'), 'three other words\n');
  });
  afterAll(async () => {
    await Promise.allSettled(['first', 'second'].map(down));
    rmSync(folder, { recursive: true, force: true });
  });

  it('has every write that was answered before it, and nothing half, while the system runs', async () => {
    await up('first');
    const token = (await hearth('token', 'root', '--data', inside('first'))).trim();
    const api = new ApiClient(`http://127.0.0.1:${port}`, token);
    const remote = (name) => `http://root:${token}@127.0.0.1:${port}/root/${name}.git`;
    const places = await fill(api, folder, remote('kept'));
    const before = [await readAll(api, places), await refsOf(remote('kept'))];

    const load = await startLoad(api, folder, remote('busy'));
    await waitFor('writes of each kind', () => load.counts().every((count) => count >= 3), SETTLED);
    const answered = load.answered();
    expect(await backUp('first')).toMatch(/^Snapshot \S+: \d+ rows, 2 repositories, 2 objects; /);
    await waitFor(
      'writes after the backup',
      () => load.counts().every((count, n) => count > answered[n].length),
      SETTLED,
    );
    await load.stop();

    const stored = new Set(files());
    expect(await backUp('first')).toContain('2 repositories');
    const packs = files().filter((name) => name.startsWith('packs') && !stored.has(name));
    expect(packs).toHaveLength(1);
    const [snapshot] = readdirSync(inside('backup/snapshots')).sort();
    await down('first');
    rmSync(inside('first'), { recursive: true });

    expect(await restore('second', '--at', snapshot, ...passphrase('passphrase'))).toContain('all foreign keys hold');
    await up('second');
    expect([await readAll(api, places), await refsOf(remote('kept'))]).toEqual(before);
    await expectAll(api, inside('busy'), remote('busy'), answered);
    expect(await hearth('dead-letters', 'list', '--data', inside('second'))).toContain('no dead letters');
    for (const name of ['kept', 'busy']) {
      await new Git(folder).run(['clone', '--quiet', '--mirror', remote(name), inside(`clone of ${name}`)]);
      await new Git(inside(`clone of ${name}`)).run(['fsck', '--strict']);
    }
  });

  it('restores nothing with another passphrase, and nothing of a damaged backup', async () => {
    await expect(restore('third', ...passphrase('other'))).rejects.toThrow(
      'The passphrase is not the one of the backup',
    );
    const pack = inside(
      path.join(
        'backup',
        files().find((name) => name.startsWith('packs')),
      ),
    );
    const content = readFileSync(pack);
    content[content.length - 30] ^= 1;
    writeFileSync(pack, content);
    await expect(restore('third', ...passphrase('passphrase'))).rejects.toThrow(
      /The backup is damaged \(.*\): use another/,
    );
    expect(readdirSync(inside('third'))).toEqual([]);
  });

  it('leaves the keys out only when it is told to', async () => {
    await expect(hearth('backup', inside('backup'), '--data', inside('second'))).rejects.toThrow('--without-secrets');
  });

  const refsOf = async (remote) => String(await new Git(folder).run(['ls-remote', remote]));
});

/**
 * Pushes, commits by the API, opens issues and merges, each one after the other, until it is stopped.
 * @returns what was answered so far, by kind, in that order
 */
async function startLoad(api, folder, remote) {
  const { id } = (await api.post('/projects', { name: 'busy' })).expect(201).json();
  const at = `/projects/${id}`;
  await new Git(folder).run(['init', '--quiet', 'busy']);
  const work = new Git(path.join(folder, 'busy'));
  await work.run(['commit', '--quiet', '--allow-empty', '--message', 'first']);
  await work.run(['push', '--quiet', remote, 'HEAD:refs/heads/main', 'HEAD:refs/heads/api']);
  const commit = (branch, n, more = {}) => {
    const actions = [{ action: 'create', file_path: `${branch}-${n}.txt`, content: `${n}` }];
    return api.post(`${at}/repository/commits`, { branch, commit_message: `Write ${n}`, actions, ...more });
  };
  const kinds = [
    async (n) => {
      await work.run(['commit', '--quiet', '--allow-empty', '--message', `push ${n}`]);
      await work.run(['push', '--quiet', remote, 'HEAD:refs/heads/pushed']);
      return String(await work.run(['rev-parse', 'HEAD'])).trim();
    },
    async (n) => (await commit('api', n)).expect(201).json().id,
    async (n) => (await api.post(`${at}/issues`, { title: `Issue ${n}` })).expect(201).json().iid,
    async (n) => {
      (await commit(`topic-${n}`, n, { start_branch: 'main' })).expect(201);
      const branches = { source_branch: `topic-${n}`, target_branch: 'main', title: `Topic ${n}` };
      const { iid } = (await api.post(`${at}/merge_requests`, branches)).expect(201).json();
      (await api.put(`${at}/merge_requests/${iid}/merge`, {})).expect(200);
      return iid;
    },
  ];
  let isStopped = false;
  const answers = kinds.map(() => []);
  const loops = kinds.map(async (write, kind) => {
    for (let n = 0; !isStopped; n += 1) answers[kind].push(await write(n));
  });
  return {
    counts: () => answers.map(({ length }) => length),
    answered: () => answers.map((each) => [...each]),
    stop() {
      isStopped = true;
      return Promise.all(loops);
    },
  };
}

/** Looks for every answered write of {@link startLoad}, and for merge requests that say more than the repository has. */
async function expectAll(api, folder, remote, [pushed, committed, issues, merged]) {
  const work = new Git(folder);
  await work.run(['fetch', '--quiet', remote, '+refs/heads/*:refs/remotes/r/*']);
  const has = async (branch, commit) =>
    (await work.attempt(['merge-base', '--is-ancestor', commit, `refs/remotes/r/${branch}`])).code === 0;
  expect(await has('pushed', pushed.at(-1))).toBe(true);
  expect(await has('api', committed.at(-1))).toBe(true);
  const at = '/projects/root%2Fbusy';
  const every = async (place) => {
    const found = [];
    for (let page = 1; page === 1 || found.length === (page - 1) * 100; page += 1)
      found.push(...(await api.read(`${at}/${place}?per_page=100&page=${page}`)));
    return found;
  };
  expect((await every('issues')).map(({ iid }) => iid)).toEqual(expect.arrayContaining(issues));
  const requests = await every('merge_requests');
  const done = requests.filter(({ state }) => state === 'merged');
  expect(done.map(({ iid }) => iid)).toEqual(expect.arrayContaining(merged));
  for (const { merge_commit_sha: sha } of done) expect(await has('main', sha)).toBe(true);
}

/** Everything that each place answers, which has to be there. */
async function readAll(api, places) {
  const answers = await Promise.all(places.map((place) => api.send('GET', place)));
  return answers.map((answer, n) => [places[n], answer.headers['content-type'], answer.expect(200).text]);
}

/** Makes something of each kind and returns where it can be read. */
async function fill(api, folder, remote) {
  const project = (await api.post('/projects', { name: 'kept', topics: ['archive'] })).expect(201).json();
  const at = `/projects/${project.id}`;
  await push(folder, remote);
  const job = await build(new ApiClient(api.origin), project.runners_token);
  const branches = { source_branch: 'topic', target_branch: 'main', title: 'Topic' };
  const { iid } = (await api.post(`${at}/merge_requests`, branches)).expect(201).json();
  const request = `${at}/merge_requests/${iid}`;
  const text = { title: 'Notes', file_name: 'notes.md', code: 'kept\n', visibility: 'private' };
  const { id: snippet } = (await api.post(`${at}/snippets`, text)).expect(201).json();
  const picture = multipart('avatar', 'picture.png', PICTURE);
  const { avatar_url: avatar } = (await api.request('PUT', at, picture)).expect(200).json();
  await waitFor(
    'the merge request, the pipeline and the measurement of the repository to settle',
    async () => {
      const [pipeline] = await api.read(`${at}/pipelines`);
      if (!(await api.read(at)).readme_url) return false;
      return pipeline.status === 'success' && (await api.read(request)).merge_status === 'can_be_merged';
    },
    SETTLED,
  );
  const ofProject = [
    ...['', '/repository/commits', '/repository/tree', '/repository/files/topic.md/raw?ref=topic'],
    ...['/pipelines', '/jobs', `/jobs/${job}/trace`, `/jobs/${job}/artifacts`],
    ...[`/snippets/${snippet}`, `/snippets/${snippet}/raw`],
  ].map((rest) => `${at}${rest}`);
  const inApi = [...ofProject, request, `${request}/changes`, '/user', '/topics'].map((place) => `/api/v4${place}`);
  return [new URL(avatar).pathname, ...inApi];
}

/** Pushes a branch `topic`, and `main` with a pipeline of one job. */
async function push(folder, remote) {
  await new Git(folder).run(['init', '--quiet', 'work']);
  const work = new Git(path.join(folder, 'work'));
  const commit = async (file, content) => {
    writeFileSync(path.join(work.folder, file), content);
    await work.run(['add', file]);
    await work.run(['commit', '--quiet', '--message', `Write ${file}`]);
  };
  await commit('README.md', 'kept\n');
  await work.run(['branch', 'topic']);
  await commit('.gitlab-ci.yml', 'build: {script: make, artifacts: {paths: [out]}}');
  await work.run(['push', '--quiet', remote, 'main']);
  await work.run(['checkout', '--quiet', 'topic']);
  await commit('topic.md', 'a topic\n');
  await work.run(['push', '--quiet', remote, 'topic']);
}

/** Takes the one job as a runner and leaves a trace and artifacts. @returns its id */
async function build(runner, registration) {
  const { token } = (await runner.post('/runners', { token: registration })).expect(201).json();
  const take = async () => {
    const answer = await runner.post('/jobs/request', { token });
    return answer.status === 201 && answer.json();
  };
  const job = await waitFor('the job', take, SETTLED);
  const as = { 'job-token': job.token };
  const trace = { headers: { ...as, 'content-type': 'text/plain', 'content-range': '0-6' }, body: 'made it' };
  (await runner.request('PATCH', `/jobs/${job.id}/trace`, trace)).expect(202);
  const artifacts = multipart('file', 'artifacts.zip', ARCHIVE, as);
  (await runner.request('POST', `/jobs/${job.id}/artifacts`, artifacts)).expect(201);
  (await runner.put(`/jobs/${job.id}`, { token: job.token, state: 'success' })).expect(200);
  return job.id;
}

/** A request with one file of a form. */
function multipart(field, fileName, content, headers = {}) {
  const head = `--part\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--part--\r\n')]);
  return { headers: { ...headers, 'content-type': 'multipart/form-data; boundary=part' }, body };
}
