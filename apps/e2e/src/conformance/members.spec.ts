import { z } from 'zod';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { Member, Requester } from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

const UNAUTHORIZED = { message: '401 Unauthorized' };
const FORBIDDEN = { message: '403 Forbidden' };
const NOT_FOUND = { message: '404 Not found' };
const NO_SUCH_LEVEL = { message: { access_level: ['is not included in the list'] } };

describe.each([
  ['project', '404 Project Not Found', 40],
  ['group', '404 Group Not Found', 50],
] as const)('members of a %s', (kind, hidden, highest) => {
  let owner: Person;
  let person: Person;
  let holder: string;

  beforeAll(async () => {
    owner = await newPerson('owner');
  });

  beforeEach(async () => {
    person = await newPerson('person');
    holder = await newHolder();
  });

  async function newHolder(options: object = {}): Promise<string> {
    const name = uniqueName(kind);
    const path = kind === 'group' ? '/groups' : '/projects';
    const made = await owner.api.post(path, { name, path: name, ...options });
    return `${path}/${made.expect(201).json<{ id: number }>().id}`;
  }

  const add = (more: object = {}) =>
    owner.api.post(`${holder}/members`, { user_id: person.id, access_level: 30, ...more });

  it('are added, read, changed and removed', async () => {
    const expected = { id: person.id, username: person.username, access_level: 30, expires_at: '2099-12-31' };
    expect(expectRecord(await add({ expires_at: '2099-12-31' }), Member, 201)).toMatchObject(expected);
    expect(expectRecord(await owner.api.get(`${holder}/members/${person.id}`), Member)).toMatchObject(expected);
    const list = expectRecord(await owner.api.get(`${holder}/members`, { query: person.username }), z.array(Member));
    expect(list.map(({ id }) => id)).toEqual([person.id]);
    const changed = await owner.api.put(`${holder}/members/${person.id}`, { access_level: 20, expires_at: '' });
    expect(expectRecord(changed, Member)).toMatchObject({ access_level: 20, expires_at: null });
    expect((await owner.api.delete(`${holder}/members/${person.id}`)).status).toBe(204);
    expectAnswer(await owner.api.get(`${holder}/members/${person.id}`), 404, NOT_FOUND);
  });

  it('are refused when something is wrong with them', async () => {
    const post = (body: object) => owner.api.post(`${holder}/members`, body);
    expectAnswer(await post({}), 400, { error: 'user_id is missing, access_level is missing' });
    expectAnswer(await add({ access_level: 'high' }), 400, { error: 'access_level is invalid' });
    expectAnswer(await add({ expires_at: 'never' }), 400, { error: 'expires_at is invalid' });
    for (const level of [0, 5, 45, highest + 10]) expectAnswer(await add({ access_level: level }), 400, NO_SUCH_LEVEL);
    expectAnswer(await add({ user_id: 99_999_999 }), 400, { message: { user: ["can't be blank"] } });
    (await add()).expect(201);
    expectAnswer(await add(), 409, { message: 'Member already exists' });
    expectAnswer(await owner.api.put(`${holder}/members/99999999`, { access_level: 20 }), 404, NOT_FOUND);
    expectAnswer(await owner.api.delete(`${holder}/members/99999999`), 404, NOT_FOUND);
  });

  it('are changed only by callers with the ability', async () => {
    expectAnswer(await hearth.anonymous.get(`${holder}/members`), 401, UNAUTHORIZED);
    expectAnswer(await person.api.get(`${holder}/members`), 404, { message: hidden });
    (await add()).expect(201);
    expectAnswer(await person.api.post(`${holder}/members`, { user_id: 1, access_level: 10 }), 403, FORBIDDEN);
    expectAnswer(await person.api.put(`${holder}/members/${person.id}`, { access_level: 40 }), 403, FORBIDDEN);
  });

  it('may leave', async () => {
    (await add()).expect(201);
    expect((await person.api.delete(`${holder}/members/${person.id}`)).status).toBe(204);
    expectAnswer(await person.api.get(holder), 404, { message: hidden });
  });

  it('are not removed when they changed meanwhile', async () => {
    (await add()).expect(201);
    const remove = (since: string) =>
      owner.api.request('DELETE', `${holder}/members/${person.id}`, { headers: { 'If-Unmodified-Since': since } });
    expectAnswer(await remove('Mon, 01 Jan 2018 00:00:00 GMT'), 412, { message: '412 Precondition Failed' });
    expect((await remove('Fri, 01 Jan 2100 00:00:00 GMT')).status).toBe(204);
  });

  it('ask for access, which is granted or denied', async () => {
    const open = await newHolder({ visibility: 'public', request_access_enabled: true });
    const requests = `${open}/access_requests`;
    expect(expectRecord(await person.api.post(requests), Requester, 201).id).toBe(person.id);
    expectAnswer(await person.api.get(requests), 403, FORBIDDEN);
    const listed = expectRecord(await owner.api.get(requests), z.array(Requester));
    expect(listed.map(({ id }) => id)).toEqual([person.id]);
    const approved = await owner.api.put(`${requests}/${person.id}/approve`, { access_level: 20 });
    expect(expectRecord(approved, Member, 201)).toMatchObject({ id: person.id, access_level: 20 });
    expectAnswer(await owner.api.get(requests), 200, []);
    const second = await newPerson('second');
    (await second.api.post(requests)).expect(201);
    expect((await owner.api.delete(`${requests}/${second.id}`)).status).toBe(204);
    expectAnswer(await owner.api.get(`${open}/members/${second.id}`), 404, NOT_FOUND);
    expectAnswer(await owner.api.put(`${requests}/${second.id}/approve`), 404, NOT_FOUND);
  });
});

describe('owners of a group', () => {
  it('are never all gone', async () => {
    const owner = await newPerson('owner');
    const path = uniqueName('kept');
    const { id } = (await owner.api.post('/groups', { name: path, path })).expect(201).json<{ id: number }>();
    expectAnswer(await owner.api.delete(`/groups/${id}/members/${owner.id}`), 403, FORBIDDEN);
    expectAnswer(await owner.api.put(`/groups/${id}/members/${owner.id}`, { access_level: 40 }), 403, FORBIDDEN);
  });

  it('keep their account from being deleted, unless everything goes with it', async () => {
    const owner = await newPerson('owner');
    const path = uniqueName('kept');
    const { id } = (await owner.api.post('/groups', { name: path, path })).expect(201).json<{ id: number }>();
    const refused = (await hearth.root.delete(`/users/${owner.id}`)).expect(409);
    expect(refused.json<{ message: string }>().message).toContain(path);
    expect((await hearth.root.delete(`/users/${owner.id}?hard_delete=true`)).status).toBe(204);
    expectAnswer(await hearth.root.get(`/groups/${id}`), 404, { message: '404 Group Not Found' });
  });
});
