import { gpgKeyText, sshKeyText } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson } from '../system/people.js';
import { pushSample } from '../system/pushed-sample.js';
import { makeJobs, newRunner } from './ci-records.js';
import { HOW_MANY, created, made, several, type Numbered } from './making.js';
import { makeProtectedRefs, makeReleases, makeSettings } from './settings-records.js';

/** Records that generated requests use, as `apps/e2e/python/operations.py` describes. */
export interface FuzzPlan {
  /** Records by their name in paths. */
  readonly records: Readonly<Record<string, readonly (string | number)[]>>;
  /** An ordinary user as whom some requests run. */
  readonly sudo: string;
  /** Tokens for requests that revoke their own. */
  readonly 'spare tokens': readonly string[];
}

const DEVELOPER = 30;

/** Makes the records of requests: some to be read and changed, others to be deleted. */
export async function makeRecords(): Promise<FuzzPlan> {
  const [{ project, sample }, { username }] = await Promise.all([pushSample('fuzz'), newPerson('sudo')]);
  const blob = await sample.git.idOf(`${sample.defaultBranch}:README.md`);
  const [owner, member, ...users] = await several(newUser);
  const projects = await several(() => made('/projects', { name: uniqueName('fuzz'), visibility: 'public' }));
  const groups = await several(() => newGroup(undefined));
  const subgroup = await newGroup(groups[2]);
  const token = { name: 'fuzz', scopes: ['api'] };
  const impersonation = await several(() => created(`/users/${owner!}/impersonation_tokens`, token));
  const personal = await several(() => created(`/users/${owner!}/personal_access_tokens`, token));
  const keys = await makeKeysAndEmails(owner!);
  const spare = await several(() => created(`/users/${owner!}/personal_access_tokens`, token));
  for (const parent of [...projects.map((id) => `/projects/${id}`), ...groups.map((id) => `/groups/${id}`)]) {
    await created(`${parent}/members`, { user_id: member, access_level: DEVELOPER });
    await giveColor(parent);
  }
  for (const id of users) await giveColor(`/users/${id}`);
  const commit = await sample.git.idOf(sample.defaultBranch);
  await created(`/groups/${groups[2]!}/variables`, { key: 'color', value: 'red' });
  const inside = await makeInside(project.id, groups[2]!);
  const mergeRequests = await makeMergeRequests(project.id, sample.defaultBranch);
  return {
    sudo: username,
    'spare tokens': spare.map(({ token: value }) => value),
    records: {
      // Without the project that has the repository: requests change all that they may, and disable features.
      projects: projects.slice(2),
      'projects to delete': projects.slice(0, 2),
      groups: [...groups.slice(2), subgroup],
      'groups to delete': groups.slice(0, 2),
      namespaces: [...groups.slice(2), username],
      users: users.slice(2),
      'users to delete': users.slice(0, 2),
      members: [member!],
      'token owners': [owner!],
      tokens: personal.map(({ id }) => id),
      impersonation_token_id: impersonation.map(({ id }) => id),
      ...keys,
      key: ['color'],
      blobs: [blob],
      commits: [commit],
      ...(await makeCiRecords(project.id, groups[2]!, commit, sample.defaultBranch)),
      ...(await makeJobs(project.id, groups[2]!, sample.defaultBranch)),
      branch: [sample.defaultBranch],
      file_path: ['README.md'],
      submodule: ['vendor/lib'],
      'the project': [project.id],
      'the group': [groups[2]!],
      ...inside,
      ...mergeRequests,
      ...(await makeCommitNotes(project.id, commit)),
      ...(await makeSettings('projects', project.id)),
      ...(await makeSettings('groups', groups[2]!)),
      ...(await makeProtectedRefs(project.id)),
      ...(await makeReleases(project.id, sample.defaultBranch)),
    },
  };
}

/** Makes keys and addresses of the admin who runs the suite, and of another user. */
async function makeKeysAndEmails(owner: number): Promise<FuzzPlan['records']> {
  const sshKey = () => ({ title: 'fuzz', key: sshKeyText() });
  const ownKeys = await several(() => made('/user/keys', sshKey()));
  const theirKeys = await several(() => made(`/users/${owner}/keys`, sshKey()));
  const gpgKey = async () => ({ key: await gpgKeyText() });
  const ownGpgKeys = await several(async () => made('/user/gpg_keys', await gpgKey()));
  const theirGpgKeys = await several(async () => made(`/users/${owner}/gpg_keys`, await gpgKey()));
  const email = () => ({ email: `${uniqueName('fuzz')}@example.org` });
  const ownEmails = await several(() => made('/user/emails', email()));
  const theirEmails = await several(() => made(`/users/${owner}/emails`, email()));
  return {
    'own keys': ownKeys.slice(6),
    'own keys to delete': ownKeys.slice(0, 6),
    'keys of users': theirKeys.slice(6),
    'keys of users to delete': theirKeys.slice(0, 6),
    'own GPG keys': ownGpgKeys.slice(9),
    'own GPG keys to delete': ownGpgKeys.slice(0, 6),
    'own GPG keys to revoke': ownGpgKeys.slice(6, 9),
    'GPG keys of users': theirGpgKeys.slice(9),
    'GPG keys of users to delete': theirGpgKeys.slice(0, 6),
    'GPG keys of users to revoke': theirGpgKeys.slice(6, 9),
    'own emails': ownEmails.slice(6),
    'own emails to delete': ownEmails.slice(0, 6),
    'emails of users': theirEmails.slice(6),
    'emails of users to delete': theirEmails.slice(0, 6),
    'new keys': Array.from({ length: HOW_MANY }, () => sshKeyText()),
  };
}

/** Makes a pipeline of the project, its environments, its runners, and those of a group. */
async function makeCiRecords(
  project: number,
  group: number,
  commit: string,
  ref: string,
): Promise<FuzzPlan['records']> {
  await created(`/projects/${project}/statuses/${commit}`, { state: 'running', ref });
  const { runners_token: registration } = await hearth.root.read<{ runners_token: string }>(`/projects/${project}`);
  const runners = await several(() => made('/runners', { token: registration }));
  const groupRunners = await several(async () => (await newRunner({ group_id: group })).id);
  await created(`/projects/${project}/variables`, { key: 'color', value: 'red' });
  const schedule = { description: 'fuzz', ref, cron: '0 1 * * *' };
  const schedules = await several(() => made(`/projects/${project}/pipeline_schedules`, schedule));
  await created(`/projects/${project}/pipeline_schedules/${schedules[8]!}/variables`, { key: 'color', value: 'red' });
  const trigger = () => created(`/projects/${project}/triggers`, { description: 'fuzz' });
  const triggers = await several(trigger);
  const environments = await several(() => made(`/projects/${project}/environments`, { name: uniqueName('fuzz') }));
  return {
    environment_id: environments.slice(8),
    'environment_id to delete': environments.slice(0, 8),
    runner_id: runners.slice(8),
    runners: [...runners.slice(8), ...groupRunners.slice(6)],
    'runners to delete': [...runners.slice(0, 8), ...groupRunners.slice(0, 6)],
    pipeline_schedule_id: schedules.slice(8),
    'pipeline_schedule_id to delete': schedules.slice(0, 8),
    trigger_id: triggers.slice(8).map(({ id }) => id),
    'trigger_id to delete': triggers.slice(0, 8).map(({ id }) => id),
    'trigger token': [triggers[8]!.token],
    ref: [ref],
    'registration token': [registration],
  };
}

/** Makes records in the project and in the group: some to be kept, others to be deleted. */
async function makeInside(project: number, group: number): Promise<FuzzPlan['records']> {
  const at = `/projects/${project}`;
  const snippet = { title: 'fuzz', file_name: 'a.txt', code: 'text', visibility: 'public' };
  const { iid } = await created(`${at}/issues`, { title: 'fuzz' });
  const issues = await several(() => created(`${at}/issues`, { title: 'fuzz' }));
  const kept = await made(`${at}/snippets`, snippet);
  const noted = { issue: `${at}/issues/${iid}`, snippet: `${at}/snippets/${kept}` };
  const notes = (kind: keyof typeof noted) => several(() => made(`${noted[kind]}/notes`, { body: uniqueName('fuzz') }));
  const award = async (record: string) => [await made(`${record}/award_emoji`, { name: 'heart' })];
  const [onIssue, onSnippet] = [await notes('issue'), await notes('snippet')];
  const personal = { title: 'fuzz', file_name: 'a.txt', content: 'text', visibility: 'public' };
  return {
    issue_iid: [iid],
    'issue_iid to delete': issues.map((issue) => issue.iid),
    ...(await makeHooks('projects', project)),
    ...(await makeHooks('groups', group)),
    'issue discussions': await discussionOf(noted.issue),
    'issue notes': [onIssue[0]!],
    'issue notes to delete': onIssue.slice(1),
    'issue awards': await award(noted.issue),
    'awards of issue notes': await award(`${noted.issue}/notes/${onIssue[0]!}`),
    snippet_id: [kept],
    'snippet_id to delete': await several(() => made(`${at}/snippets`, snippet)),
    'snippet discussions': await discussionOf(noted.snippet),
    'snippet notes': [onSnippet[0]!],
    'snippet notes to delete': onSnippet.slice(1),
    'snippet awards': await award(noted.snippet),
    'awards of snippet notes': await award(`${noted.snippet}/notes/${onSnippet[0]!}`),
    snippets: [await made('/snippets', personal)],
    'snippets to delete': await several(() => made('/snippets', personal)),
    milestones: [await made(`${at}/milestones`, { title: uniqueName('fuzz') })],
    'milestones to delete': await several(() => made(`${at}/milestones`, { title: uniqueName('fuzz') })),
    'group milestones': await several(() => made(`/groups/${group}/milestones`, { title: uniqueName('fuzz') })),
  };
}

/** Makes merge requests of the project: one with a note and awards, and some to be deleted. */
async function makeMergeRequests(project: number, target: string): Promise<FuzzPlan['records']> {
  const at = `/projects/${project}`;
  const open = async () => {
    const branch = uniqueName('source');
    await created(`${at}/repository/branches`, { branch, ref: target });
    return created(`${at}/merge_requests`, { title: 'fuzz', source_branch: branch, target_branch: target });
  };
  const { iid } = await open();
  const kept = `${at}/merge_requests/${iid}`;
  const notes = await several(() => made(`${kept}/notes`, { body: uniqueName('fuzz') }));
  const award = async (record: string) => [await made(`${record}/award_emoji`, { name: 'heart' })];
  const versions = await hearth.root.read<Numbered[]>(`${kept}/versions`);
  const drafts = await several(() => made(`${kept}/draft_notes`, { note: uniqueName('fuzz') }));
  return {
    merge_request_iid: [iid],
    'merge_request_iid to delete': (await several(open)).map((mergeRequest) => mergeRequest.iid),
    'merge_request discussions': await discussionOf(kept),
    'merge_request notes': [notes[0]!],
    'merge_request notes to delete': notes.slice(1),
    'merge_request awards': await award(kept),
    'awards of merge_request notes': await award(`${kept}/notes/${notes[0]!}`),
    version_id: versions.map(({ id }) => id),
    draft_note_id: [drafts[0]!],
    'draft_note_id to delete': drafts.slice(1),
  };
}

/** Makes a discussion on a commit, with replies to be deleted. */
async function makeCommitNotes(project: number, commit: string): Promise<FuzzPlan['records']> {
  const at = `/projects/${project}/repository/commits/${commit}/discussions`;
  const opened = (await hearth.root.post(at, { body: uniqueName('fuzz') })).expect(201);
  const { id, notes } = opened.json<{ readonly id: string; readonly notes: readonly [Numbered] }>();
  const replies = await several(() => made(`${at}/${id}/notes`, { body: uniqueName('fuzz') }));
  return { 'commit discussions': [id], 'commit notes': [notes[0].id], 'commit notes to delete': replies };
}

async function giveColor(record: string): Promise<void> {
  (await hearth.root.put(`${record}/custom_attributes/color`, { value: 'red' })).expect(200);
}

async function makeHooks(kind: 'projects' | 'groups', id: number): Promise<FuzzPlan['records']> {
  const hooks = await several(() => made(`/${kind}/${id}/hooks`, { url: 'http://127.0.0.1:1/' }));
  return { [`${kind} hooks`]: [hooks[0]!], [`${kind} hooks to delete`]: hooks.slice(1) };
}

/** Reads the discussion that a record's first note began. */
async function discussionOf(record: string): Promise<string[]> {
  const [first] = await hearth.root.read<{ id: string }[]>(`${record}/discussions`);
  return [first!.id];
}

function newUser(): Promise<number> {
  const username = uniqueName('fuzz');
  const email = `${username}@example.com`;
  return made('/users', { username, email, name: 'Made to be tried', password: `secret-${username}` });
}

function newGroup(parentId: number | undefined): Promise<number> {
  const path = uniqueName('fuzz');
  return made('/groups', { name: path, path, visibility: 'public', ...(parentId && { parent_id: parentId }) });
}
