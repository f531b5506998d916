import { clock, segment, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { SteadyVisits } from '../system/steady-visits.js';
import { WorkingCopy } from '../system/working-copy.js';

const DEVELOPER = 30;
const GUEST = 10;

/** A developer of a private project in a private group, whose requests to every service go on while the right to them is taken away. */
describe('after the answer to a revocation', () => {
  let owner: Person;
  let developer: Person;
  let groupId: number;
  let project: ProjectRecord;
  let copy: WorkingCopy;
  let visits: SteadyVisits;

  beforeAll(async () => {
    owner = await newPerson('owner');
    copy = await WorkingCopy.create();
    await copy.commit('readme.md', 'hello\n');
  });
  afterAll(() => copy?.remove());

  beforeEach(async () => {
    developer = await newPerson('developer');
    groupId = await newGroup();
    project = (await owner.api.post('/projects', { name: uniqueName('closed'), namespace_id: groupId }))
      .expect(201)
      .json();
    await copy.push(remoteOf(owner, project.path_with_namespace), 'HEAD:refs/heads/main');
    const member = { user_id: developer.id, access_level: DEVELOPER };
    (await owner.api.post(`/projects/${project.id}/members`, member)).expect(201);
    visits = await SteadyVisits.start({ ...readsOf(developer, project), push: pushOf(developer) });
  });
  afterEach(() => visits?.stop());

  async function newGroup(): Promise<number> {
    const path = uniqueName('group');
    return (await owner.api.post('/groups', { name: path, path })).expect(201).json<{ id: number }>().id;
  }

  function pushOf(person: Person) {
    let round = 0;
    return async () => {
      round += 1;
      const remote = remoteOf(person, project.path_with_namespace);
      const { code } = await copy.git.attempt(['push', '--quiet', remote, `HEAD:refs/heads/round/${round}`]);
      return code === 0 ? 'ok' : 'refused';
    };
  }

  it('nothing is served to a blocked user', async () => {
    (await hearth.root.post(`/users/${developer.id}/block`)).expect(201);
    expect(await visits.outcomesAfter(clock())).toEqual({
      ...{ user: [403], project: [403], branches: [403], list: [403], fetch: ['refused'], push: ['refused'] },
    });
  });

  it('nothing is served to a deleted user', async () => {
    (await hearth.root.delete(`/users/${developer.id}`)).expect(204);
    expect(await visits.outcomesAfter(clock())).toEqual({
      ...{ user: [401], project: [401], branches: [401], list: [401], fetch: ['refused'], push: ['refused'] },
    });
  });

  it('nothing of a project is served to a member who was removed', async () => {
    (await owner.api.delete(`/projects/${project.id}/members/${developer.id}`)).expect(204);
    expect(await visits.outcomesAfter(clock())).toEqual({
      ...{ user: [200], project: [404], branches: [404], list: ['hidden'], fetch: ['refused'], push: ['refused'] },
    });
  });

  it('nothing more than a guest may is served to a member who was made one', async () => {
    const member = { access_level: GUEST };
    (await owner.api.put(`/projects/${project.id}/members/${developer.id}`, member)).expect(200);
    expect(await visits.outcomesAfter(clock())).toEqual({
      ...{ user: [200], project: [200], branches: [403], list: ['shown'], fetch: ['refused'], push: ['refused'] },
    });
  });

  it('nothing of a project is served once it was deleted', async () => {
    (await owner.api.delete(`/projects/${project.id}`)).expect(202);
    expect(await visits.outcomesAfter(clock())).toEqual({
      ...{ user: [200], project: [404], branches: [404], list: ['hidden'], fetch: ['refused'], push: ['refused'] },
    });
  });
});

/** A member of a group, whose project leaves the group. */
describe('after the answer to a transfer', () => {
  let owner: Person;
  let member: Person;
  let visits: SteadyVisits | undefined;

  beforeAll(async () => {
    [owner, member] = await Promise.all([newPerson('owner'), newPerson('member')]);
  });
  afterAll(() => visits?.stop());

  it('nothing is served to members of the group that the project has left', async () => {
    const [from, to] = [uniqueName('from'), uniqueName('to')];
    const groups = await Promise.all([from, to].map((path) => owner.api.post('/groups', { name: path, path })));
    const [left, entered] = groups.map((answer) => answer.expect(201).json<{ id: number }>().id);
    const asMember = { user_id: member.id, access_level: DEVELOPER };
    (await owner.api.post(`/groups/${left}/members`, asMember)).expect(201);
    const created = await owner.api.post('/projects', { name: uniqueName('moved'), namespace_id: left });
    const project = created.expect(201).json<ProjectRecord>();
    visits = await SteadyVisits.start(readsOf(member, project));
    (await hearth.root.post(`/groups/${entered}/projects/${project.id}`)).expect(201);
    expect(await visits.outcomesAfter(clock())).toEqual({
      ...{ user: [200], project: [404], branches: [404], list: ['hidden'], fetch: ['refused'] },
    });
    const now = await owner.api.read<ProjectRecord>(`/projects/${segment(`${to}/${project.path}`)}`);
    expect(now.id).toBe(project.id);
  });
});

/** Reads that each end in another service, and git's own. */
function readsOf(person: Person, project: ProjectRecord) {
  const { api } = person;
  return {
    user: async () => (await api.get('/user')).status,
    project: async () => (await api.get(`/projects/${project.id}`)).status,
    branches: async () => (await api.get(`/projects/${project.id}/repository/branches`)).status,
    list: async () => {
      const answer = await api.get('/projects', { membership: 'true', per_page: '100' });
      if (answer.status !== 200) return answer.status;
      return answer.json<ProjectRecord[]>().some(({ id }) => id === project.id) ? 'shown' : 'hidden';
    },
    fetch: async () => {
      const service = `${hearth.url}/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`;
      const credentials = Buffer.from(`${person.username}:${person.token}`).toString('base64');
      const { ok, body } = await fetch(service, { headers: { authorization: `Basic ${credentials}` } });
      await body?.cancel();
      return ok ? 'ok' : 'refused';
    },
  };
}
