import { ApiClient, segment, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { mintToken, newPerson, remoteOf, type Person } from '../system/people.js';
import { revokeUnderLoad, type Ask, type Outcome } from '../system/revoke-under-load.js';
import { WorkingCopy } from '../system/working-copy.js';

const LEVELS = { guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 } as const;
type Level = keyof typeof LEVELS;

interface Place {
  readonly group: number;
  readonly project: ProjectRecord;
  readonly blob: string;
}

/** One user sends requests to every service without a pause, while an admin or owner removes the user's permissions. */
describe('a user who loses access', () => {
  let owner: Person;
  let person: Person;
  let place: Place;

  beforeAll(async () => {
    owner = await newPerson('owner');
  });

  beforeEach(async () => {
    [person, place] = await Promise.all([newPerson('loser'), newPlace()]);
  });

  async function newGroup(): Promise<number> {
    const path = uniqueName('house');
    return (await owner.api.post('/groups', { name: path, path })).expect(201).json<{ id: number }>().id;
  }

  /** Makes a private project with a commit, in a private group. */
  async function newPlace(): Promise<Place> {
    const group = await newGroup();
    const made = await owner.api.post('/projects', { name: uniqueName('kept'), namespace_id: group });
    const project = made.expect(201).json<ProjectRecord>();
    const copy = await WorkingCopy.create();
    await copy.commit('secret.txt', 'the secret\n');
    await copy.push(remoteOf(owner, project.path_with_namespace), 'main');
    const blob = await copy.git.idOf('HEAD:secret.txt');
    await copy.remove();
    return { group, project, blob };
  }

  const join = (holder: string, level: Level, user = person) =>
    owner.api.post(`${holder}/members`, { user_id: user.id, access_level: LEVELS[level] }).then((a) => a.expect(201));

  /** Reads of the project in every service that has records of it, and of the user. */
  function reads(caller: ApiClient = person.api): Record<string, Ask> {
    const { project, blob } = place;
    const get = (path: string) => async () => (await caller.get(path)).status;
    return {
      user: get('/user'),
      project: get(`/projects/${project.id}`),
      'project by path': get(`/projects/${segment(project.path_with_namespace)}`),
      members: get(`/projects/${project.id}/members`),
      tree: get(`/projects/${project.id}/repository/tree`),
      blob: get(`/projects/${project.id}/repository/blobs/${blob}/raw`),
    };
  }

  /** Sends git's first request of a fetch or a push. */
  const git = (service: 'upload' | 'receive'): Ask => {
    const credentials = Buffer.from(`${person.username}:${person.token}`).toString('base64');
    const path = `/${place.project.path_with_namespace}.git/info/refs?service=git-${service}-pack`;
    const headers = { authorization: `Basic ${credentials}` };
    return async () => (await hearth.anonymous.send('GET', path, { headers })).status;
  };

  function all(status: number, outcome: Outcome): Record<string, number[]> {
    return Object.fromEntries(Object.keys(outcome.before).map((name) => [name, [status]]));
  }

  const root = (method: 'POST' | 'DELETE' | 'PUT', path: string) => async () =>
    (await hearth.root.request(method, path)).expect(200, 201, 202, 204);
  const byOwner = (method: 'DELETE' | 'PUT' | 'POST', path: string, json?: object) => async () =>
    (await owner.api.request(method, path, json && { json })).expect(200, 201, 202, 204);

  it('by being blocked is served nothing more', async () => {
    await join(`/projects/${place.project.id}`, 'developer');
    const outcome = await revokeUnderLoad({ ...reads(), fetch: git('upload'), push: git('receive') }, () =>
      root('POST', `/users/${person.id}/block`)(),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(403, outcome), fetch: [401], push: [401] });
  });

  it('by being deleted is served nothing more', async () => {
    await join(`/projects/${place.project.id}`, 'developer');
    const outcome = await revokeUnderLoad({ ...reads(), fetch: git('upload') }, root('DELETE', `/users/${person.id}`));
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual(all(401, outcome));
  });

  it('by the end of a token is served nothing more', async () => {
    await join(`/projects/${place.project.id}`, 'developer');
    const caller = new ApiClient(hearth.url, await mintToken(person.id, 'api'));
    const outcome = await revokeUnderLoad(reads(caller), async () =>
      (await caller.delete('/personal_access_tokens/self')).expect(204),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual(all(401, outcome));
  });

  it.each<[string, () => string]>([
    ['the project', () => `/projects/${place.project.id}`],
    ['the group around it', () => `/groups/${place.group}`],
  ])('by leaving %s sees it no more', async (_, holder) => {
    await join(holder(), 'developer');
    const outcome = await revokeUnderLoad(
      { ...reads(), fetch: git('upload') },
      byOwner('DELETE', `${holder()}/members/${person.id}`),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(404, outcome), user: [200] });
  });

  it('by a lower level keeps only what that level may', async () => {
    const { id } = place.project;
    await join(`/projects/${id}`, 'master');
    const change = async () => (await person.api.put(`/projects/${id}`, { description: uniqueName('said') })).status;
    const outcome = await revokeUnderLoad(
      { ...reads(), push: git('receive'), change },
      byOwner('PUT', `/projects/${id}/members/${person.id}`, { access_level: LEVELS.guest }),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(200, outcome), tree: [403], blob: [403], push: [403], change: [403] });
  });

  it('by a transfer out of the group sees it no more', async () => {
    await join(`/groups/${place.group}`, 'master');
    const elsewhere = await newGroup();
    const outcome = await revokeUnderLoad(
      { ...reads(), fetch: git('upload') },
      byOwner('PUT', `/projects/${place.project.id}/transfer`, { namespace: elsewhere }),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(404, outcome), user: [200] });
  });

  it('by the end of a share sees it no more', async () => {
    const guests = await newGroup();
    await join(`/groups/${guests}`, 'developer');
    const { id } = place.project;
    await byOwner('POST', `/projects/${id}/share`, { group_id: guests, group_access: LEVELS.reporter })();
    const outcome = await revokeUnderLoad(
      { ...reads(), fetch: git('upload') },
      byOwner('DELETE', `/projects/${id}/share/${guests}`),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(404, outcome), user: [200] });
  });

  it('by a visibility that shrinks sees it no more', async () => {
    const { project, group } = place;
    for (const path of [`/groups/${group}`, `/projects/${project.id}`])
      await byOwner('PUT', path, { visibility: 'internal' })();
    const outcome = await revokeUnderLoad(
      { ...reads(), fetch: git('upload') },
      byOwner('PUT', `/projects/${project.id}`, { visibility: 'private' }),
    );
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(404, outcome), user: [200] });
  });

  it.each<[string, () => string]>([
    ['the project', () => `/projects/${place.project.id}`],
    ['the group around it', () => `/groups/${place.group}`],
  ])('by the deletion of %s finds nothing, like every caller', async (_, holder) => {
    await join(holder(), 'developer');
    const outcome = await revokeUnderLoad({ ...reads(), fetch: git('upload') }, byOwner('DELETE', holder()));
    expect(outcome.before).toEqual(all(200, outcome));
    expect(outcome.after).toEqual({ ...all(404, outcome), user: [200] });
  });
});
