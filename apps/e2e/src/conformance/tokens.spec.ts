import { ApiClient } from '@hearth/testing';
import { z } from 'zod';
import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { ImpersonationToken, NewImpersonationToken } from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

const UNAUTHORIZED = { message: '401 Unauthorized' };
const FORBIDDEN = { message: '403 Forbidden' };
const NO_TOKEN = { message: '404 Impersonation Token Not Found' };
const BAD_SCOPE = { message: { scopes: ['can only contain available scopes'] } };

describe('impersonation tokens', () => {
  let person: Person;
  let path: string;

  beforeAll(async () => {
    person = await newPerson('impersonated');
    path = `/users/${person.id}/impersonation_tokens`;
  });

  async function newToken(more: object = {}) {
    const answer = await hearth.root.post(path, { name: 'robot', scopes: ['api'], ...more });
    return expectRecord(answer, NewImpersonationToken, 201);
  }

  it('are shown once with their value, and act as the user', async () => {
    const { token, ...made } = await newToken({ expires_at: '2099-01-01', scopes: ['api', 'read_user'] });
    expect(made).toMatchObject({ name: 'robot', active: true, revoked: false, scopes: ['api', 'read_user'] });
    expect(made.expires_at).toBe('2099-01-01');
    expect(expectRecord(await hearth.root.get(`${path}/${made.id}`), ImpersonationToken)).toEqual(made);
    expect(await new ApiClient(hearth.url, token).read('/user')).toMatchObject({ id: person.id });
  });

  it('are listed by their state', async () => {
    const active = await newToken();
    const revoked = await newToken();
    expect((await hearth.root.delete(`${path}/${revoked.id}`)).status).toBe(204);
    const expired = await newToken({ expires_at: '2018-01-01' });
    expect(expired.active).toBe(false);
    const ids = async (query: Record<string, string>) =>
      expectRecord(await hearth.root.get(path, { per_page: 100, ...query }), z.array(ImpersonationToken)).map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual(expect.arrayContaining([active.id, revoked.id, expired.id]));
    expect(await ids({ state: 'all' })).toEqual(await ids({}));
    expect(await ids({ state: 'active' })).toContain(active.id);
    expect(await ids({ state: 'active' })).not.toContain(expired.id);
    expect(await ids({ state: 'inactive' })).toEqual(expect.arrayContaining([revoked.id, expired.id]));
    expectAnswer(await hearth.root.get(path, { state: 'asleep' }), 400, {
      error: 'state does not have a valid value',
    });
  });

  it('say how they came to their end', async () => {
    const invalid = (description: string) => ({ error: 'invalid_token', error_description: description });
    const revoked = await newToken();
    expect((await hearth.root.delete(`${path}/${revoked.id}`)).status).toBe(204);
    const answer = await new ApiClient(hearth.url, revoked.token).get('/user');
    expectAnswer(answer, 401, invalid('Token was revoked. You have to re-authorize from the user.'));
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Protected by OAuth 2\.0"/);
    const expired = await newToken({ expires_at: '2018-01-01' });
    expectAnswer(
      await new ApiClient(hearth.url, expired.token).get('/user'),
      401,
      invalid('Token is expired. You can either do re-authorization or token refresh.'),
    );
  });

  it('are refused when something is wrong with them', async () => {
    const post = (body: object) => hearth.root.post(path, body);
    expectAnswer(await post({ scopes: ['api'] }), 400, { error: 'name is missing' });
    expectAnswer(await post({ name: 'x', scopes: ['api'], expires_at: 'never' }), 400, {
      error: 'expires_at is invalid',
    });
    for (const scopes of [undefined, []])
      expectAnswer(await post({ name: 'x', scopes }), 400, { message: { scopes: ["can't be blank"] } });
    expectAnswer(await post({ name: 'x', scopes: ['everything'] }), 400, BAD_SCOPE);
    // Only an admin can use it.
    expectAnswer(await post({ name: 'x', scopes: ['sudo'] }), 400, BAD_SCOPE);
  });

  it('are for admins', async () => {
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/1`],
      ['DELETE', `${path}/1`],
    ] as const) {
      expectAnswer(await hearth.anonymous.request(method, at), 401, UNAUTHORIZED);
      expectAnswer(await person.api.request(method, at), 403, FORBIDDEN);
    }
    expectAnswer(await person.api.post(path, { name: 'x', scopes: ['api'] }), 403, FORBIDDEN);
    expectAnswer(await person.api.post(path, {}), 400, { error: 'name is missing' });
  });

  it('belong to one user', async () => {
    const other = await newPerson('other');
    const { id } = await newToken();
    expectAnswer(await hearth.root.get(`/users/${other.id}/impersonation_tokens/${id}`), 404, NO_TOKEN);
    expectAnswer(await hearth.root.delete(`/users/${other.id}/impersonation_tokens/${id}`), 404, NO_TOKEN);
    expectAnswer(await hearth.root.get(`${path}/99999999`), 404, NO_TOKEN);
    expectAnswer(await hearth.root.get('/users/99999999/impersonation_tokens'), 404, {
      message: '404 User Not Found',
    });
    expectAnswer(await hearth.root.get(`/users/${person.id}/impersonation_tokens/some`), 400, {
      error: 'impersonation_token_id is invalid',
    });
  });
});
