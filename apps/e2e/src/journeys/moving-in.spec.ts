import { spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiClient, MailServer, makeTemporaryFolder, segment, waitFor, type UserRecord } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { remoteOf, type Person } from '../system/people.js';
import { SecondHearth } from './second-hearth.js';
import { remoteRefs } from '../truth/branches.js';
import { Emigrants, PICTURE } from './emigrants.js';
import { MailRecipient } from './mailed.js';
import { recordsOf, sourceEnd, targetEnd, type End } from './moved-records.js';

type Fields = Readonly<Record<string, unknown>>;

interface ImportReport {
  readonly moved: Readonly<Record<string, number>>;
  readonly left_out: readonly { readonly kind: string; readonly what: string; readonly reason: string }[];
}

/** A list below a project or group, and the fields that are not kept. */
type Compared = readonly [list: string, notKept: readonly string[]];

/** Fields that the merge has set, of a merge request that is closed at the target. */
const MERGED = ['state', 'merged_at', 'merged_by', 'merge_user', 'merge_commit_sha', 'merge_status', 'closed_by'];
const TIMES = ['created_at', 'updated_at', 'prepared_at', 'closed_at'];

const OF_GROUP: readonly Compared[] = [
  ['', ['created_at', 'projects', 'shared_projects', 'parent_id']],
  ['members', ['created_at', 'name']],
  ['subgroups', ['created_at']],
  ['labels', []],
  ['milestones', ['created_at', 'updated_at']],
  ['variables', []],
];
const OF_PROJECT: readonly Compared[] = [
  ['', ['created_at', 'last_activity_at']],
  ['labels', []],
  ['milestones', ['created_at', 'updated_at']],
  ['issues?scope=all&sort=asc', ['updated_at', 'closed_at', 'milestone']],
  ['issues?scope=all&milestone=Spring', ['updated_at', 'closed_at', 'milestone']],
  ...['issues/1/discussions', 'issues/3/discussions', 'issues/4/discussions'].map(noteTimes),
  ['merge_requests/1/changes', [...MERGED, ...TIMES]],
  ['merge_requests/2/changes', TIMES],
  ['merge_requests/4/changes', TIMES],
  ...['merge_requests/1/discussions', 'merge_requests/4/discussions'].map(noteTimes),
  ['releases', ['created_at']],
  ['protected_branches', []],
  ['protected_tags', []],
  ['variables', []],
  ['snippets', ['created_at', 'updated_at']],
  ['repository/branches', []],
  ['repository/tags', []],
];

function noteTimes(list: string): Compared {
  return [list, ['updated_at', 'resolved_at']];
}

describe('moving in from another Hearth', () => {
  const into = uniqueName('arrivals');
  /** Usernames at the target, by those at the source. */
  const people = new Map<string, string>();
  let source: Emigrants;
  let target: SecondHearth;
  const mails = new MailServer();
  let folder: { path: string; remove(): Promise<void> };

  const there = () => `/projects/${segment(`${into}/${source.project}`)}`;
  const args = () => ['import', 'gitlab', hearth.url, source.group, '--into', into, '--data', target.data];
  const command = () => [...args(), '--users', path.join(folder.path, 'users.yaml')];
  const environment = () => ({ ...process.env, HEARTH_IMPORT_TOKEN: setting('HEARTH_E2E_TOKEN') });
  async function importAll(...options: string[]): Promise<ImportReport> {
    const child = spawn(setting('HEARTH_E2E_CLI'), [...command(), '--json', ...options], { env: environment() });
    const written = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (written.stdout += chunk));
    child.stderr.on('data', (chunk) => (written.stderr += chunk));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, written.stderr.replaceAll(/^.*: took .*\n|^.* …\n/gm, '')]).toEqual([1, '']);
    return JSON.parse(written.stdout) as ImportReport;
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder('moving-in');
    target = await SecondHearth.start({ SMTP_URL: (await mails.start()).url });
    source = await Emigrants.make();
    (await target.root.post('/groups', { name: into, path: into })).expect(201);
    for (const person of [source.owner, source.alice]) people.set(person.username, await newName(person));
    await writeFile(path.join(folder.path, 'users.yaml'), [...people].map((pair) => `${pair.join(': ')}\n`).join(''));
  });
  afterAll(async () => {
    await source?.copy.remove();
    await target?.stop();
    await mails.stop();
    await folder?.remove();
  });

  /** Makes a user of another name at the target, for the same person. */
  async function newName({ username, password }: Person): Promise<string> {
    const user = { username: `new-${username}`, email: `new-${username}@example.com`, name: username, password };
    return (await target.root.post('/users', { ...user, skip_confirmation: true })).expect(201).json<UserRecord>()
      .username;
  }

  /** Runs an import until it has written some lines of its journal, and kills it. */
  async function kill(lines: number): Promise<void> {
    const child = spawn(setting('HEARTH_E2E_CLI'), command(), { env: environment(), stdio: 'ignore' });
    const exited = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await waitFor('the journal', async () => (await journalLines()) >= lines || child.exitCode !== null);
    child.kill('SIGKILL');
    expect(await exited).toBe('SIGKILL');
  }

  async function journalLines(): Promise<number> {
    const imports = path.join(target.data, 'imports');
    const name = (await readdir(imports).catch(() => [])).find((each) => each.endsWith('.jsonl'));
    return name === undefined ? 0 : (await readFile(path.join(imports, name), 'utf8')).split('\n').length - 1;
  }

  it('brings what the source has, and nothing twice after a run that was killed', async () => {
    const dry = await importAll('--dry-run');
    expect(dry.moved).toMatchObject({ projects: 1, issues: 3, 'merge requests': 3, 'notes of issues': 4 });
    await kill(25);
    const report = await importAll();
    expect(report.moved).toEqual(dry.moved);
    const { username } = source.bob;
    expect(report.left_out.map(({ kind, what }) => [kind, what.split(' ')[0]])).toEqual([['members', username]]);
    expect((await importAll()).moved).toEqual(report.moved);
  });

  function ends(kind: string, pathThere: string): [End, End] {
    return [
      targetEnd(target.root, `/${kind}/${segment(`${into}/${pathThere}`)}`, into),
      sourceEnd(hearth.root, `/${kind}/${segment(pathThere)}`, people),
    ];
  }

  it.each(OF_GROUP)('lets both groups read the same: %s', async (list, notKept) => {
    const [to, from] = ends('groups', source.group);
    expect(await recordsOf(to, list, notKept)).toEqual(await recordsOf(from, list, notKept));
  });

  it.each(OF_PROJECT)('lets both projects read the same: %s', async (list, notKept) => {
    const [to, from] = ends('projects', source.project);
    expect(await recordsOf(to, list, notKept)).toEqual(await recordsOf(from, list, notKept));
  });

  it('brings the refs of git, and the objects of git LFS', async () => {
    const { owner, copy, project } = source;
    const remote = `${target.url}/${into}/${project}.git`;
    const credential = ['-c', `http.extraHeader=Authorization: Basic ${btoa(`root:${target.token}`)}`];
    const refs = await copy.git.lines(...credential, 'ls-remote', '--refs', remote);
    expect(refs.map((line) => line.replace('\t', ' ')).sort()).toEqual(
      await remoteRefs(copy.git, remoteOf(owner, project)),
    );
    const headers = { authorization: `Basic ${btoa(`root:${target.token}`)}` };
    const object = `/${into}/${project}.git/gitlab-lfs/objects/${PICTURE.oid}`;
    expect((await target.root.send('GET', object, { headers })).expect(200).text).toBe(PICTURE.content);
  });

  it('adds members who are mapped, names authors who are not, and what became of merge requests', async () => {
    const members = await target.root.read<Fields[]>(`${there()}/members`);
    const alice = people.get(source.alice.username);
    expect(members.map(({ username, access_level: level }) => [username, level])).toEqual([[alice, 30]]);
    const { host } = new URL(hearth.url);
    const issue = await target.root.read<Fields>(`${there()}/issues/4`);
    expect(issue['description']).toBe(`*Opened by \`${source.bob.username}\` at ${host}.*\n\nWet`);
    const requests = await target.root.read<Fields[]>(`${there()}/merge_requests?state=all&sort=asc`);
    expect(requests.map(({ iid, state }) => [iid, state])).toEqual([
      [1, 'closed'],
      [2, 'closed'],
      [4, 'opened'],
    ]);
    expect(requests[0]!['description']).toMatch(/^\*Opened on .*\n\n\*Merged as [0-9a-f]{40} by `owner-/);
  });

  it('mails users about their issues, merge requests and pipelines', async () => {
    const mailed = await MailRecipient.make(target, mails);
    const { iid: issue } = await mailed.write('/issues', { title: 'A narrow door' });
    await mailed.write(`/issues/${issue}/notes`, { body: `@${mailed.username} see here` });
    const mention = await mailed.mail('commented on issue #1');
    const request = await mailed.open();
    const { id } = await mailed.owner.read<UserRecord>('/user');
    await mailed.write(`/issues/${issue}`, { assignee_ids: [id] }, 'put');
    await mailed.write(`/merge_requests/${request}/notes`, { body: 'Wide *enough*' });
    await mailed.reportFailedPipeline('topic');
    const others = ['changed the assignees of issue #1', 'commented on merge request !1', 'has failed'];
    const [assignment, comment, pipeline] = await Promise.all(others.map((each) => mailed.mail(each)));
    await mailed.write(`/merge_requests/${request}/merge`, {}, 'put');
    const merge = await mailed.mail('merged merge request !1');
    const page = (text: string) => new RegExp(`^View (?:or answer )?it: ${target.url}([^\\s#]+)`, 'm').exec(text)?.[1];
    const out = (text: string) => new RegExp(`^List-Unsubscribe: <${target.url}(\\S+)>`, 'm').exec(text)?.[1];
    const anonymous = new ApiClient(target.url);
    for (const text of [mention, assignment!, comment!, pipeline!, merge]) {
      const opened = await anonymous.send('GET', page(text)!, { headers: { accept: 'text/html' } });
      expect([opened.status, opened.headers['location']?.slice(0, 15)]).toEqual([303, '/users/sign_in?']);
      expect((await anonymous.send('GET', out(text)!)).expect(200).text).toContain('<form method="post"');
    }
    expect(comment).toContain('<em>enough</em>');
  });
});
