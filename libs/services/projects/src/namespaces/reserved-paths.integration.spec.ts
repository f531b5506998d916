import { FindMovedProjectQuery, RenameUserNamespaceCommand } from '@hearth/projects-contracts';
import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';

const OWNER = user(1, { username: 'owner', canCreateGroup: true });
const STRANGER = user(2, { username: 'stranger', canCreateGroup: true });
const ADMIN = user(9, { username: 'root', admin: true });

describe('a path that a group or a user has left', () => {
  const app = ProjectsApp.inBlock();
  let count = 0;

  beforeAll(async () => {
    for (const person of [OWNER, STRANGER, ADMIN]) await app.claim(person);
  });

  const text = (path: string) => `${path} has been taken before. Please use another one`;
  const errors = (path: string) => ({ path: [text(path)], 'route.path': [text(path)], route: ['is invalid'] });
  const create = (who: Principal, path: string, fields: object = {}) =>
    app.request(who, 'POST', '/groups', { name: path, path, ...fields });
  const rename = (who: Principal, id: number, path: string) => app.request(who, 'PUT', `/groups/${id}`, { path });
  const newProject = (who: Principal, namespaceId: number, path: string) =>
    app.request(who, 'POST', '/projects', { name: path, path, namespace_id: namespaceId });

  /** A group of the owner's with a project in it, after a change of its path. */
  async function left() {
    const old = `team-${++count}`;
    const { body: group } = await create(OWNER, old, { visibility: 'public' });
    const { body: project } = await newProject(OWNER, group.id, 'app');
    await app.request(OWNER, 'PUT', `/projects/${project.id}`, { visibility: 'public' });
    await rename(OWNER, group.id, `${old}-moved`);
    return { old, group: group.id as number, project: project.id as number };
  }

  it('cannot be taken by a new group, not even one of the same owner, whatever the case', async () => {
    const { old } = await left();
    for (const who of [STRANGER, OWNER]) {
      for (const path of [old, old.toUpperCase()]) {
        const { status, body } = await create(who, path, { name: `Other ${path}` });
        const errorMap = `{:path=>["${text(path)}"], :"route.path"=>["${text(path)}"], :route=>["is invalid"]}`;
        expect([status, body]).toEqual([400, { message: `Failed to save group ${errorMap}` }]);
      }
    }
    const both = await create(STRANGER, old);
    expect(both.body.message).toContain(`{:name=>["has already been taken"], :path=>["${text(old)}"]`);
    const moved = await app.calls.query(FindMovedProjectQuery, { path: `${old}/app`, user: null });
    expect(moved).toEqual({ fullPath: `${old}-moved/app` });
  });

  it('cannot be taken by a group that is renamed, and is there for the one that left it', async () => {
    const { old, group } = await left();
    const { body: other } = await create(STRANGER, `other-${count}`);
    expect(await rename(STRANGER, other.id, old)).toMatchObject({ status: 400, body: { message: errors(old) } });
    expect((await app.request(STRANGER, 'GET', `/groups/${other.id}`)).body.full_path).toBe(`other-${count}`);
    expect((await rename(OWNER, group, old)).body.full_path).toBe(old);
    expect(await rename(STRANGER, other.id, `${old}-moved`)).toMatchObject({ status: 400 });
  });

  it('is given to an admin, and then to no other user', async () => {
    const { old, group } = await left();
    const { status, body: taken } = await create(ADMIN, old, { name: `New ${old}` });
    expect(status).toBe(201);
    expect(await app.calls.query(FindMovedProjectQuery, { path: `${old}/app`, user: null })).toEqual({
      fullPath: null,
    });
    await rename(ADMIN, taken.id, `${old}-again`);
    expect(await rename(OWNER, group, old)).toMatchObject({ status: 400, body: { message: errors(old) } });
    expect((await rename(ADMIN, group, old)).status).toBe(200);
  });

  it('is free when the group is deleted', async () => {
    const { old, group } = await left();
    await app.request(OWNER, 'DELETE', `/groups/${group}`);
    expect((await create(STRANGER, old)).status).toBe(201);
  });

  it('stays reserved for a user', async () => {
    const person = user(20, { username: 'person' });
    await app.claim(person);
    await app.calls.command(RenameUserNamespaceCommand, { userId: 20, username: 'somebody-else', byAdmin: true });
    expect((await create(STRANGER, 'Person')).status).toBe(400);
    await app.calls.command(RenameUserNamespaceCommand, { userId: 20, username: 'person', byAdmin: false });
    expect((await create(STRANGER, 'somebody-else')).status).toBe(400);
  });

  it('is reserved inside a group too, for the subgroup that left it', async () => {
    const { group } = await left();
    const { body: sub } = await create(OWNER, 'sub', { parent_id: group });
    const { body: beside } = await create(OWNER, 'beside', { parent_id: group });
    const { body: project } = await newProject(OWNER, group, 'tool');
    await rename(OWNER, sub.id, 'gone');
    expect((await create(OWNER, 'sub', { parent_id: group })).status).toBe(400);
    expect(await rename(OWNER, beside.id, 'Sub')).toMatchObject({ status: 400, body: { message: errors('Sub') } });
    expect((await newProject(OWNER, group, 'sub')).body.message).toEqual({ ...errors('sub'), limit_reached: [] });
    const change = await app.request(OWNER, 'PUT', `/projects/${project.id}`, { path: 'sub' });
    expect([change.status, change.body.message]).toEqual([400, errors('sub')]);
    expect((await rename(OWNER, sub.id, 'sub')).status).toBe(200);
  });

  it('is no place for a project that is transferred, but by an admin', async () => {
    const { group } = await left();
    const { body: sub } = await create(OWNER, 'sub', { parent_id: group });
    await rename(OWNER, sub.id, 'gone');
    const { body: own } = await app.request(OWNER, 'POST', '/projects', { name: 'sub' });
    const transfer = (who: Principal) => app.request(who, 'PUT', `/projects/${own.id}/transfer`, { namespace: group });
    expect(await transfer(OWNER)).toMatchObject({ status: 400, body: { message: { new_namespace: [text('sub')] } } });
    expect((await transfer(ADMIN)).status).toBe(200);
  });

  it('is free when a project has left it: every user who may create projects there takes it', async () => {
    const { group, project } = await left();
    await app.request(OWNER, 'PUT', `/projects/${project}`, { path: 'moved', name: 'moved' });
    expect((await newProject(OWNER, group, 'app')).status).toBe(201);
  });

  it('goes to one of many who ask when it was never left', async () => {
    const asked = await Promise.all([OWNER, STRANGER, OWNER, STRANGER].map((who) => create(who, 'popular')));
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('is refused while it is left and requested at once', async () => {
    for (let round = 0; round < 5; round++) {
      const path = `race-${round}`;
      const { body: group } = await create(OWNER, path);
      const outcomes = await Promise.all([
        create(STRANGER, path),
        rename(OWNER, group.id, `${path}-moved`),
        create(STRANGER, path.toUpperCase()),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([400, 200, 400]);
    }
  });
});
