import { spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, segment, waitFor } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';
import { remoteRefs } from '../truth/branches.js';

type Fields = Readonly<Record<string, unknown>>;

interface ImportReport {
  readonly moved: Readonly<Record<string, number>>;
  readonly left_out: readonly { readonly kind: string; readonly what: string; readonly reason: string }[];
}

/** Lists of a project that both ends have to answer alike, with the fields that are compared. */
const LISTS: readonly (readonly [list: string, fields: readonly string[]])[] = [
  ['labels', ['name', 'color', 'description', 'priority']],
  ['milestones', ['title', 'description', 'state', 'due_date']],
  ['issues?scope=all', ['iid', 'title', 'description', 'state', 'labels', 'confidential', 'created_at', 'due_date']],
  ['issues/1/notes?sort=asc', ['body', 'created_at']],
  ['issues/3/notes?sort=asc', ['body', 'created_at', 'type']],
  ['releases', ['tag_name', 'name', 'released_at']],
  ['variables', ['key', 'value', 'protected', 'masked', 'environment_scope']],
  ['protected_branches', ['name']],
  ['snippets', ['title', 'file_name']],
  ['merge_requests?state=all', ['iid', 'title', 'target_branch', 'labels', 'sha']],
];

describe('moving in from another instance', () => {
  const group = uniqueName('emigrants');
  const into = uniqueName('arrivals');
  let owner: Person;
  let alice: Person;
  let bob: Person;
  let copy: WorkingCopy;
  let project: string;
  const imports = path.join(hearth.data, 'imports');
  let earlier: readonly string[] = [];
  let folder: { path: string; remove(): Promise<void> };

  const post = async (person: Person, at: string, body: Fields = {}) =>
    (await person.api.post(`/projects/${segment(project)}/${at}`, body))
      .expect(201)
      .json<{ id: number; iid: number }>();
  const read = (full: string, at = '') => hearth.root.read<Fields>(`/projects/${segment(full)}${at && `/${at}`}`);
  const list = (full: string, at: string) =>
    hearth.root.read<readonly (Fields & { notes?: readonly Fields[] })[]>(`/projects/${segment(full)}/${at}`);
  const there = () => project.replace(group, `${into}/${group}`);
  const args = () => ['gitlab', hearth.url, group, '--into', into, '--users', path.join(folder.path, 'users.yaml')];
  async function importAll(...options: string[]): Promise<ImportReport> {
    const given = { HEARTH_IMPORT_TOKEN: setting('HEARTH_E2E_TOKEN') };
    const { stdout, stderr, code } = await hearth.runWith(given, 'import', ...args(), '--json', ...options);
    expect([code, stderr.replaceAll(/^.*: took .*\n|^.* …\n/gm, '')]).toEqual([1, '']);
    return JSON.parse(stdout) as ImportReport;
  }

  beforeAll(async () => {
    [owner, alice, bob] = [await newPerson('owner'), await newPerson('alice'), await newPerson('bob')];
    earlier = await journals();
    folder = await makeTemporaryFolder('moving-in');
    await writeFile(
      path.join(folder.path, 'users.yaml'),
      `${owner.username}: ${owner.username}\n${alice.username}: ${alice.username}\n`,
    );
    copy = await WorkingCopy.create();
    const { id } = (await owner.api.post('/groups', { name: group, path: group })).expect(201).json<{ id: number }>();
    (await hearth.root.post('/groups', { name: into, path: into })).expect(201);
    (await owner.api.post(`/groups/${id}/labels`, { name: 'shared', color: '#00ff00' })).expect(201);
    const made = await owner.api.post('/projects', { name: 'house', namespace_id: id, description: 'A house' });
    project = made.expect(201).json<{ path_with_namespace: string }>().path_with_namespace;
    for (const person of [alice, bob]) await post(owner, 'members', { user_id: person.id, access_level: 30 });
    await fillRepository();
    await fillIssues();
    await fillMergeRequests();
  });
  afterAll(async () => {
    await copy?.remove();
    await folder?.remove();
  });

  async function fillRepository(): Promise<void> {
    const remote = remoteOf(owner, project);
    await copy.commit('readme.md', 'hello\n');
    await copy.git.run(['tag', 'v1']);
    await copy.push(remote, 'HEAD:refs/heads/main', 'v1');
    for (const branch of ['merged', 'closed', 'open']) {
      await copy.git.run(['checkout', '--quiet', '-B', branch, 'v1']);
      await copy.commit(`${branch}.md`, `${branch}\n`, `Add ${branch}\n\nCloses #3`);
      await copy.push(remote, `HEAD:refs/heads/${branch}`);
    }
    await post(owner, 'releases', {
      tag_name: 'v1',
      name: 'First',
      description: 'The first',
      released_at: '2020-02-03T00:00:00.000Z',
    });
    await post(owner, 'protected_branches', { name: 'stable/*', push_access_level: 40, merge_access_level: 30 });
    await post(owner, 'variables', { key: 'COLOUR', value: 'green', masked: false, protected: true });
    await post(owner, 'snippets', { title: 'Hint', file_name: 'hint.md', code: 'use it\n', visibility: 'private' });
  }

  async function fillIssues(): Promise<void> {
    await post(owner, 'labels', { name: 'bug', color: '#ff0000', description: 'Broken', priority: 2 });
    const { id: milestoneId } = await post(owner, 'milestones', { title: 'Spring', due_date: '2020-03-01' });
    const created_at = '2020-01-02T03:04:05.000Z';
    await post(owner, 'issues', {
      title: 'Door',
      description: 'See #3',
      labels: 'bug',
      milestone_id: milestoneId,
      created_at,
    });
    await post(alice, 'issues/1/notes', { body: 'It is open\n\n    /close is text here' });
    await post(bob, 'issues/1/notes', { body: 'I shut it' });
    await post(owner, 'issues', { title: 'Gone' });
    (await hearth.root.delete(`/projects/${segment(project)}/issues/2`)).expect(204);
    await post(alice, 'issues', { title: 'Window', description: 'Glass', confidential: true, due_date: '2020-04-05' });
    const thread = await post(alice, 'issues/3/discussions', { body: 'Which one?' });
    await post(owner, `issues/3/discussions/${thread.id}/notes`, { body: 'The left one' });
    await post(bob, 'issues', { title: 'Roof', description: 'Wet' });
    (await owner.api.put(`/projects/${segment(project)}/issues/1`, { state_event: 'close' })).expect(200);
  }

  async function fillMergeRequests(): Promise<void> {
    const open = (person: Person, source: string) =>
      post(person, 'merge_requests', { source_branch: source, target_branch: 'main', title: source, labels: 'shared' });
    const at = `/projects/${segment(project)}/merge_requests`;
    await open(owner, 'merged');
    await waitFor('the merge', async () => (await owner.api.put(`${at}/1/merge`, {})).status === 200);
    await copy.push(remoteOf(owner, project), ':refs/heads/merged');
    await open(alice, 'closed');
    (await owner.api.put(`${at}/2`, { state_event: 'close' })).expect(200);
    await open(owner, 'open');
    await hearth.root.delete(`${at}/3`);
    await open(alice, 'open');
    const { diff_refs: compared } = await read(project, 'merge_requests/4');
    const position = {
      ...(compared as Fields),
      position_type: 'text',
      new_path: 'open.md',
      old_path: 'open.md',
      new_line: 1,
    };
    await post(alice, 'merge_requests/4/discussions', { body: 'On a line', position });
  }

  /** Runs an import until it has written some lines of its journal, and kills it. */
  async function kill(lines: number): Promise<void> {
    const env = { ...process.env, HEARTH_IMPORT_TOKEN: setting('HEARTH_E2E_TOKEN') };
    const child = spawn(setting('HEARTH_E2E_CLI'), ['import', ...args(), '--data', hearth.data], {
      env,
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await waitFor('the journal', async () => (await journalLines()) >= lines || child.exitCode !== null);
    child.kill('SIGKILL');
    expect(await exited).toBe('SIGKILL');
  }

  /** Lines of the journal of this import: the file that was not there before. */
  async function journalLines(): Promise<number> {
    const [name] = (await journals()).filter((each) => !earlier.includes(each));
    if (name === undefined) return 0;
    return (await readFile(path.join(imports, name), 'utf8')).split('\n').length - 1;
  }

  async function journals(): Promise<string[]> {
    const names = await readdir(imports).catch(() => []);
    return names.filter((name) => name.endsWith('.jsonl'));
  }

  it('brings what the source has, and nothing twice after a run that was killed', async () => {
    const dry = await importAll('--dry-run');
    expect(dry.moved).toMatchObject({ projects: 1, issues: 3, 'merge requests': 3, 'notes of issues': 4 });
    await kill(25);
    const report = await importAll();
    expect(report.moved).toEqual(dry.moved);
    expect(report.left_out.map(({ kind, what }) => [kind, what.split(' ')[0]])).toEqual([['members', bob.username]]);
    expect((await importAll()).moved).toEqual(report.moved);
    for (const [at, fields] of LISTS) {
      const records = async (full: string) =>
        (await list(full, at)).filter(isWritten).map((each) => pick(each, fields));
      expect([at, await records(there())]).toEqual([
        at,
        (await records(project)).map((each) => withOrigin(each, bob, at)),
      ]);
    }
    expect(await read(there())).toMatchObject({
      description: 'A house',
      default_branch: 'main',
      visibility: 'private',
    });
    const refs = (full: string) => remoteRefs(copy.git, remoteOf(owner, full));
    expect(await refs(there())).toEqual(await refs(project));
  });

  it('keeps authors who are mapped, and names the others', async () => {
    const authors = async (at: string) => (await list(there(), at)).map(({ author }) => (author as Fields)['username']);
    expect(await authors('issues?scope=all&sort=asc')).toEqual([owner.username, alice.username, 'root']);
    const { description } = (await read(there(), 'issues/4')) as { description: string };
    expect(description).toBe(`*Opened by \`${bob.username}\` at ${new URL(hearth.url).host}.*\n\nWet`);
  });

  it('closes merged merge requests with their changes, and keeps comments on lines', async () => {
    const states = (await list(there(), 'merge_requests?state=all&sort=asc')).map(({ iid, state }) => [iid, state]);
    expect(states).toEqual([
      [1, 'closed'],
      [2, 'closed'],
      [4, 'opened'],
    ]);
    const merged = await read(there(), 'merge_requests/1/changes');
    expect(merged).toMatchObject({ target_branch: 'main', changes: [{ new_path: 'merged.md' }] });
    expect(merged['description']).toMatch(/^\*Opened on .*\n\n\*Merged as [0-9a-f]{40} by `owner-/);
    const [thread] = (await list(there(), 'merge_requests/4/discussions')).filter(
      ({ notes }) => notes?.[0]?.['position'],
    );
    expect(thread?.notes?.[0]).toMatchObject({ body: 'On a line', position: { new_path: 'open.md', new_line: 1 } });
  });
});

/** Changes by the import have system notes of their own. */
function isWritten({ system }: Fields): boolean {
  return system !== true;
}

function pick(record: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

/** The record as it is here: texts of the author who is not mapped name that author. */
function withOrigin(record: Fields, author: Person, at: string): Fields {
  const line = (verb: string) => `*${verb} by \`${author.username}\` at ${new URL(hearth.url).host}.*\n\n`;
  if (at.startsWith('issues?') && record['iid'] === 4)
    return { ...record, description: `${line('Opened')}${String(record['description'])}` };
  if (record['body'] === 'I shut it') return { ...record, body: `${line('Written')}I shut it` };
  return record;
}
