import { z } from 'zod';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { anonymousRemote, newPerson, remoteUrl, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { Git } from '@hearth/testing';
import { AdminUser, CustomAttribute, PublicUser, UserBasic } from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

const UNAUTHORIZED = { message: '401 Unauthorized' };
const FORBIDDEN = { message: '403 Forbidden' };
const NO_USER = { message: '404 User Not Found' };
const TAKEN = ['has already been taken'];

describe('users', () => {
  let person: Person;
  let other: Person;

  beforeAll(async () => {
    [person, other] = [await newPerson('changed'), await newPerson('other')];
  });

  const change = (json: object, id = person.id) => hearth.root.put(`/users/${id}`, json);

  it('are changed by admins, field by field', async () => {
    const fields = { name: 'Changed', bio: 'b', location: 'l', organization: 'o', skype: 's', projects_limit: 5 };
    expect(expectRecord(await change(fields), PublicUser)).toMatchObject(fields);
    expect(expectRecord(await hearth.root.get(`/users/${person.id}`), AdminUser)).toMatchObject(fields);
    expect(expectRecord(await change({ admin: true }), PublicUser).id).toBe(person.id);
    expect(expectRecord(await person.api.get('/user'), AdminUser).is_admin).toBe(true);
    await change({ admin: false });
    expectRecord(await person.api.get('/user'), PublicUser);
  });

  it('are not changed into others', async () => {
    expectAnswer(await change({ email: other.email }), 404, { message: { email: TAKEN } });
    expectAnswer(await change({ username: other.username }), 404, { message: { username: TAKEN } });
    expectAnswer(await change({ email: 'no address' }), 400, { message: { email: ['is invalid'] } });
    expectAnswer(await change({ projects_limit: 'many' }), 400, { error: 'projects_limit is invalid' });
    expectAnswer(await change({ name: 'x' }, 99_999_999), 404, NO_USER);
    expectAnswer(await other.api.put(`/users/${person.id}`, { name: 'x' }), 403, FORBIDDEN);
    expectAnswer(await hearth.anonymous.put(`/users/${person.id}`, { name: 'x' }), 401, UNAUTHORIZED);
  });

  it('take their projects along when they are renamed', async () => {
    const renamed = await newPerson('renamed');
    const { id, path } = await newProject(renamed, 'taken-along');
    const username = uniqueName('after');
    expect(expectRecord(await change({ username }, renamed.id), PublicUser).username).toBe(username);
    const { path_with_namespace: fullPath } = await renamed.api.read<{ path_with_namespace: string }>(
      `/projects/${id}`,
    );
    expect(fullPath).toBe(`${username}/${path}`);
    expectAnswer(await renamed.api.get(`/projects/${renamed.username}%2F${path}`), 404, {
      message: '404 Project Not Found',
    });
  });

  it('sign in with the password that an admin gives them', async () => {
    const password = `fresh-${uniqueName('secret')}`;
    const { path_with_namespace: fullPath } = await newProject(person, 'for-git');
    const git = new Git('/');
    const remote = (secret: string) => remoteUrl(fullPath, person.username, secret);
    (await change({ password })).expect(200);
    expect((await git.attempt(['ls-remote', remote(password)])).code).toBe(0);
    expect((await git.attempt(['ls-remote', remote(person.password)])).code).not.toBe(0);
    expect((await git.attempt(['ls-remote', anonymousRemote(fullPath)])).code).not.toBe(0);
  });

  it('are blocked and unblocked by admins', async () => {
    const blocked = await newPerson('blocked');
    const post = (path: string, api = hearth.root) => api.post(`/users/${blocked.id}/${path}`);
    expectAnswer(await post('block', other.api), 403, FORBIDDEN);
    expectAnswer(await post('block', hearth.anonymous), 401, UNAUTHORIZED);
    (await post('block')).expect(201);
    (await post('block')).expect(201);
    const answer = await blocked.api.get('/user');
    expectAnswer(answer, 403, { message: '403 Forbidden - User is blocked' });
    expect(expectRecord(await hearth.root.get(`/users/${blocked.id}`), AdminUser).state).toBe('blocked');
    (await post('unblock')).expect(201);
    expectRecord(await blocked.api.get('/user'), PublicUser);
    expectAnswer(await hearth.root.post('/users/99999999/block'), 404, NO_USER);
    expectAnswer(await hearth.root.post('/users/99999999/unblock'), 404, NO_USER);
  });

  it('are banned and unbanned by admins', async () => {
    const banned = await newPerson('banned');
    const post = (path: string, api = hearth.root) => api.post(`/users/${banned.id}/${path}`);
    expectAnswer(await post('ban', other.api), 403, FORBIDDEN);
    expectAnswer(await post('unban'), 403, { message: 'You cannot unban active users.' });
    expect((await post('ban')).expect(201).json()).toBe(true);
    expect((await banned.api.get('/user')).status).toBe(403);
    expect(expectRecord(await hearth.root.get(`/users/${banned.id}`), AdminUser).state).toBe('banned');
    expect((await post('unban')).expect(201).json()).toBe(true);
    expectRecord(await banned.api.get('/user'), PublicUser);
  });

  it('are deactivated and activated by admins', async () => {
    const dormant = await newPerson('dormant');
    const post = (path: string, api = hearth.root) => api.post(`/users/${dormant.id}/${path}`);
    expectAnswer(await post('deactivate', other.api), 403, FORBIDDEN);
    expect((await post('activate')).expect(201).json()).toBe(false);
    expect((await post('deactivate')).expect(201).json()).toBe(true);
    expect((await dormant.api.get('/user')).status).toBe(403);
    expect(expectRecord(await hearth.root.get(`/users/${dormant.id}`), AdminUser).state).toBe('deactivated');
    const message = '403 Forbidden - Deactivated users cannot be unblocked by the API';
    expectAnswer(await post('unblock'), 403, { message });
    expect((await post('activate')).expect(201).json()).toBe(true);
    expectRecord(await dormant.api.get('/user'), PublicUser);
  });

  it('lose identities at other providers', async () => {
    const known = await newPerson('known');
    const identity = { provider: 'github', extern_uid: uniqueName('uid') };
    expect(expectRecord(await change(identity, known.id), PublicUser).identities).toEqual([identity]);
    const path = `/users/${known.id}/identities/github`;
    expectAnswer(await other.api.delete(path), 403, FORBIDDEN);
    expect((await hearth.root.delete(path)).status).toBe(204);
    expectAnswer(await hearth.root.delete(path), 404, { message: '404 Identity Not Found' });
  });

  it('are deleted by admins, with what is their own', async () => {
    const gone = await newPerson('gone');
    const { id } = await newProject(gone, 'gone', 'public');
    expectAnswer(await other.api.delete(`/users/${gone.id}`), 403, FORBIDDEN);
    expectAnswer(await hearth.anonymous.delete(`/users/${gone.id}`), 401, UNAUTHORIZED);
    expect((await hearth.root.delete(`/users/${gone.id}`)).status).toBe(204);
    expectAnswer(await gone.api.get('/user'), 401, UNAUTHORIZED);
    expectAnswer(await hearth.root.get(`/projects/${id}`), 404, { message: '404 Project Not Found' });
    expectAnswer(await hearth.root.delete(`/users/${gone.id}`), 404, NO_USER);
  });

  it('are listed to users with the basic fields, to admins whole, to the anonymous by name only', async () => {
    const { username } = person;
    const seen = expectRecord(await other.api.get('/users', { username }), z.array(UserBasic));
    expect(seen.map(({ id }) => id)).toEqual([person.id]);
    expect(expectRecord(await hearth.anonymous.get('/users', { username }), z.array(UserBasic))).toEqual(seen);
    expectRecord(await hearth.root.get('/users', { username }), z.array(AdminUser));
    expectAnswer(await hearth.anonymous.get('/users'), 403, {
      message: '403 Forbidden - Not authorized to access /api/v4/users',
    });
  });

  it('are found by name, by part of a name, and by their whole address', async () => {
    const ids = async (query: Record<string, string>) =>
      (await hearth.root.read<{ id: number }[]>('/users', query)).map(({ id }) => id);
    expect(await ids({ username: person.username })).toEqual([person.id]);
    expect(await ids({ search: person.username.slice(2) })).toEqual([person.id]);
    expect(await ids({ search: person.email })).toEqual([person.id]);
    expect(await ids({ search: person.email.slice(0, -1) })).toEqual([]);
    expect(await ids({ username: person.username, blocked: 'true' })).toEqual([]);
    expect(await ids({ username: person.username, active: 'true' })).toEqual([person.id]);
    const incomplete = await hearth.root.get('/users', { extern_uid: 'x' });
    expectAnswer(incomplete, 400, { error: 'extern_uid, provider provide all or none of parameters' });
  });

  it('carry custom attributes for admins, by which they are found', async () => {
    const path = `/users/${person.id}/custom_attributes`;
    const value = uniqueName('value');
    const set = await hearth.root.put(`${path}/color`, { value });
    expect(expectRecord(set, CustomAttribute)).toEqual({ key: 'color', value });
    const found = await hearth.root.read<{ id: number }[]>('/users', { 'custom_attributes[color]': value });
    expect(found.map(({ id }) => id)).toEqual([person.id]);
    expectAnswer(await hearth.root.get(`${path}/none`), 404, { message: '404 Not found' });
    expectAnswer(await other.api.get(path), 403, FORBIDDEN);
    expectAnswer(await hearth.anonymous.get(path), 401, UNAUTHORIZED);
    expect((await hearth.root.delete(`${path}/color`)).status).toBe(204);
    expectAnswer(await hearth.root.get(path), 200, []);
  });

  it('obey the settings of the instance, which only admins see', async () => {
    expectAnswer(await other.api.get('/application/settings'), 403, FORBIDDEN);
    expectAnswer(await hearth.anonymous.get('/application/settings'), 401, UNAUTHORIZED);
    const { default_projects_limit: before } = await hearth.root.read<Record<string, number>>('/application/settings');
    try {
      (await hearth.root.put('/application/settings', { default_projects_limit: 3 })).expect(200);
      const { id } = await newPerson('limited');
      expect(expectRecord(await hearth.root.get(`/users/${id}`), AdminUser).projects_limit).toBe(3);
    } finally {
      (await hearth.root.put('/application/settings', { default_projects_limit: before })).expect(200);
    }
  });
});
