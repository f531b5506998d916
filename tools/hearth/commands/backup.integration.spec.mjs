import { rmSync, writeFileSync } from 'node:fs';
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

  const up = (name) => hearth('up', '--detach', '--port', String(port), '--data', inside(name));
  const down = (name) => hearth('down', '--data', inside(name));

  beforeAll(async () => {
    folder = temporaryFolder('hearth-backup-');
    port = await freePort();
  });
  afterAll(async () => {
    await Promise.allSettled(['first', 'second'].map(down));
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads the same from another folder: commits, merge requests, traces, artifacts, snippets, pictures', async () => {
    await up('first');
    const token = (await hearth('token', 'root', '--data', inside('first'))).trim();
    const api = new ApiClient(`http://127.0.0.1:${port}`, token);
    const remote = `http://root:${token}@127.0.0.1:${port}/root/kept.git`;
    const places = await fill(api, folder, remote);
    const before = [await readAll(api, places), await refsOf(remote)];

    await down('first');
    await hearth('backup', inside('backup.tar.gz'), '--data', inside('first'));
    rmSync(inside('first'), { recursive: true });
    await hearth('restore', inside('backup.tar.gz'), '--data', inside('second'));
    await up('second');
    expect([await readAll(api, places), await refsOf(remote)]).toEqual(before);
    await new Git(folder).run(['clone', '--quiet', '--mirror', remote, inside('clone')]);
    await new Git(inside('clone')).run(['fsck', '--strict']);
  });

  const refsOf = async (remote) => String(await new Git(folder).run(['ls-remote', remote]));
});

/** Everything that each place answers, which has to be there. */
async function readAll(api, places) {
  const answers = await Promise.all(places.map((place) => api.send('GET', place)));
  return answers.map((answer, n) => [places[n], answer.headers['content-type'], answer.expect(200).text]);
}

/** Makes something of each kind and returns where it can be read. */
async function fill(api, folder, remote) {
  const project = (await api.post('/projects', { name: 'kept' })).expect(201).json();
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
  const inApi = [...ofProject, request, `${request}/changes`, '/user'].map((place) => `/api/v4${place}`);
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
