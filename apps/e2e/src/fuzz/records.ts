import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson } from '../system/people.js';
import { pushSample } from '../system/pushed-sample.js';

/** Records that generated requests are led to; `apps/e2e/python/operations.py` says how. */
export interface FuzzPlan {
  /** By what a path calls them. */
  readonly records: Readonly<Record<string, readonly (string | number)[]>>;
  /** An ordinary user, as whom some requests are made. */
  readonly sudo: string;
  /** Tokens for requests that revoke their own. */
  readonly 'spare tokens': readonly string[];
}

const HOW_MANY = 12;
const DEVELOPER = 30;

interface Numbered {
  readonly id: number;
}

/** Makes what requests can be about: some to be read and changed, others to be deleted. */
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
  const spare = await several(() => created(`/users/${owner!}/personal_access_tokens`, token));
  for (const parent of [...projects.map((id) => `/projects/${id}`), ...groups.map((id) => `/groups/${id}`)]) {
    await created(`${parent}/members`, { user_id: member, access_level: DEVELOPER });
    (await hearth.root.put(`${parent}/custom_attributes/color`, { value: 'red' })).expect(200);
  }
  return {
    sudo: username,
    'spare tokens': spare.map(({ token: value }) => value),
    records: {
      projects: [project.id, project.path_with_namespace, ...projects.slice(2)],
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
      sha: [blob],
      key: ['color'],
    },
  };
}

async function several<T>(make: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let count = 0; count < HOW_MANY; count++) all.push(await make());
  return all;
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

async function made(path: string, json: object): Promise<number> {
  return (await created(path, json)).id;
}

async function created(path: string, json: object): Promise<Numbered & { readonly token: string }> {
  return (await hearth.root.post(path, json)).expect(201).json();
}
