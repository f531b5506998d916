import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { until } from '@hearth/data/testing';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

type Body = Record<string, unknown>;
const NOT_FOUND = { status: 404, body: { message: '404 Not found' } };

describe('the endpoints of custom attributes', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let admin: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
  }, 30_000);
  beforeEach(() => database.query('delete from identity.user_custom_attributes'));

  const send = (method: 'GET' | 'PUT' | 'DELETE', rest = '', body?: Body, headers = {}) =>
    app.request(principalOf(admin), method, `/users/${jane.id}/custom_attributes${rest}`, body, headers);

  it('set, show, list and remove', async () => {
    expect(await send('GET')).toEqual({ status: 200, body: [] });
    const shirt = { key: 'shirt', value: 'XL' };
    expect(await send('PUT', '/shirt', { value: 'XL' })).toEqual({ status: 200, body: shirt });
    expect(await send('PUT', '/badge', { value: 7 })).toEqual({ status: 200, body: { key: 'badge', value: '7' } });
    expect(await send('GET', '/shirt')).toEqual({ status: 200, body: shirt });
    expect(await send('GET')).toEqual({ status: 200, body: [{ key: 'badge', value: '7' }, shirt] });
    expect(await send('PUT', '/shirt', { value: 'S' })).toMatchObject({ status: 200, body: { value: 'S' } });
    expect(await send('DELETE', '/shirt')).toEqual({ status: 204, body: null });
    expect(await send('GET', '/shirt')).toEqual(NOT_FOUND);
    expect(await send('DELETE', '/shirt')).toEqual(NOT_FOUND);
    expect(await send('GET')).toMatchObject({ body: [{ key: 'badge' }] });
  });

  it('take keys as they come, and tell them apart by case', async () => {
    const key = 'a.json / ü%';
    expect(await send('PUT', `/${encodeURIComponent(key)}`, { value: 'x' })).toMatchObject({ body: { key } });
    expect(await send('GET', `/${encodeURIComponent(key)}`)).toEqual({ status: 200, body: { key, value: 'x' } });
    await send('PUT', '/case', { value: 'low' });
    expect(await send('GET', '/CASE')).toEqual(NOT_FOUND);
  });

  it.each<[string, Body, Body]>([
    ['/shirt', {}, { error: 'value is missing' }],
    ['/shirt', { value: ['a'] }, { error: 'value is invalid' }],
    ['/shirt', { value: 'a\0' }, { error: 'value is invalid' }],
    ['/a%00b', { value: 'a' }, { error: 'key is invalid' }],
    ['/shirt', { value: ' ' }, { message: { value: ["can't be blank"] } }],
    ['/%20', { value: 'a' }, { message: { key: ["can't be blank"] } }],
    [`/${'k'.repeat(256)}`, { value: 'a' }, { message: { key: ['is too long (maximum is 255 characters)'] } }],
    ['/shirt', { value: 'v'.repeat(256) }, { message: { value: ['is too long (maximum is 255 characters)'] } }],
  ])('refuse %s with %j', async (rest, body, refusal) => {
    expect(await send('PUT', rest, body)).toEqual({ status: 400, body: refusal });
  });

  it('hold the longest keys and values there may be', async () => {
    const longest = Array.from({ length: 255 }, (_, index) => String.fromCodePoint(0x1f300 + index)).join('');
    expect(await send('PUT', `/${encodeURIComponent(longest)}`, { value: longest })).toMatchObject({ status: 200 });
  });

  it('are for admins, about users that there are', async () => {
    await send('PUT', '/shirt', { value: 'XL' });
    const cases = [
      ['GET', '', undefined],
      ['GET', '/shirt', undefined],
      ['PUT', '/shirt', { value: 'S' }],
      ['DELETE', '/shirt', undefined],
    ] as const;
    for (const [method, rest, body] of cases) {
      const to = (id: unknown) => `/users/${id}/custom_attributes${rest}`;
      expect(await app.request(null, method, to(jane.id), body)).toMatchObject({ status: 401 });
      expect(await app.request(principalOf(jane), method, to(jane.id), body)).toEqual({
        status: 403,
        body: { message: '403 Forbidden' },
      });
      expect(await app.request(principalOf(admin), method, to(999_999), body)).toEqual({
        status: 404,
        body: { message: '404 User Not Found' },
      });
      expect(await app.request(principalOf(admin), method, to('jane'), body)).toMatchObject({ status: 400 });
      const looking = await app.request(principalOf(admin, ['read_user']), method, to(jane.id), body);
      expect(looking.status).toBe(method === 'GET' ? 200 : 403);
    }
  });

  it('do not remove what has changed since', async () => {
    await send('PUT', '/shirt', { value: 'XL' });
    const since = (time: string) => ({ 'if-unmodified-since': time });
    await database.query("update identity.user_custom_attributes set updated_at = '2018-01-15T10:07:21.600Z'");
    expect(await send('DELETE', '/shirt', undefined, since('Mon, 15 Jan 2018 10:07:20 GMT'))).toMatchObject({
      status: 412,
    });
    expect(await send('DELETE', '/shirt', undefined, since('Mon, 15 Jan 2018 10:07:21 GMT'))).toMatchObject({
      status: 204,
    });
  });

  it('are not set for a user who goes meanwhile', async () => {
    const going = await app.get(CreateUser).execute(newUser('going'));
    await database.query('begin');
    await database.query('delete from identity.users where id = $1', [going.id]);
    const answer = app.request(principalOf(admin), 'PUT', `/users/${going.id}/custom_attributes/a`, { value: 'b' });
    await until('the attribute waits for the user', () => app.waitsForALock());
    await database.query('commit');
    expect(await answer).toEqual({ status: 404, body: { message: '404 User Not Found' } });
  });

  it('go with their user', async () => {
    const gone = await app.get(CreateUser).execute(newUser('gone'));
    await app.request(principalOf(admin), 'PUT', `/users/${gone.id}/custom_attributes/a`, { value: 'b' });
    await database.query('delete from identity.users where id = $1', [gone.id]);
    expect(await database.query('select from identity.user_custom_attributes')).toEqual([]);
  });
});
