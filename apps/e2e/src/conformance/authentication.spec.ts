import { ApiClient, type RequestOptions } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { mintToken, newPerson, type Person } from '../system/people.js';
import { expectAnswer } from './expect-answer.js';

const UNAUTHORIZED = { message: '401 Unauthorized' };
const UNKNOWN_TOKEN = 'A'.repeat(43);

function insufficient(scope: string): object {
  const description = 'The request requires higher privileges than provided by the access token.';
  return { error: 'insufficient_scope', error_description: description, scope };
}

function basic(login: string, secret: string): string {
  return `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
}

describe('authentication', () => {
  let person: Person;

  beforeAll(async () => {
    person = await newPerson('signer');
  });

  it('takes a personal token in every place that clients use', async () => {
    const { token } = person;
    const places: RequestOptions[] = [
      { headers: { 'PRIVATE-TOKEN': token } },
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { authorization: `bearer ${token}` } },
      { query: { private_token: token } },
      { query: { access_token: token } },
      { query: { bearer_token: token } },
    ];
    for (const place of places) {
      const answer = await hearth.anonymous.request('GET', '/user', place);
      expect(answer.expect(200).json()).toMatchObject({ id: person.id, username: person.username });
    }
  });

  it('refuses an unknown token, even where none is needed', async () => {
    const places: RequestOptions[] = [
      { headers: { 'private-token': UNKNOWN_TOKEN } },
      { headers: { authorization: `Bearer ${UNKNOWN_TOKEN}` } },
      { query: { private_token: UNKNOWN_TOKEN } },
    ];
    for (const place of places)
      for (const path of ['/user', '/projects'])
        expectAnswer(await hearth.anonymous.request('GET', path, place), 401, UNAUTHORIZED);
  });

  it('asks for a token where one is needed', async () => {
    expectAnswer(await hearth.anonymous.get('/user'), 401, UNAUTHORIZED);
    expectAnswer(await hearth.anonymous.get('/version'), 401, UNAUTHORIZED);
    expectAnswer(await hearth.anonymous.post('/projects', {}), 401, UNAUTHORIZED);
    expectAnswer(await hearth.anonymous.post('/users', {}), 401, UNAUTHORIZED);
    expectAnswer(await hearth.anonymous.delete('/projects/1'), 401, UNAUTHORIZED);
  });

  it('reads no user credential from a body, a cookie or Basic', async () => {
    const { token, username, password } = person;
    expectAnswer(await hearth.anonymous.post('/projects', { name: 'x', private_token: token }), 401, UNAUTHORIZED);
    const form = { name: 'x', access_token: token };
    expectAnswer(await hearth.anonymous.request('POST', '/projects', { form }), 401, UNAUTHORIZED);
    const attempts: Record<string, string>[] = [
      { cookie: `_gitlab_session=${token}` },
      { authorization: basic(username, password) },
    ];
    for (const headers of attempts) {
      expectAnswer(await hearth.anonymous.request('GET', '/user', { headers }), 401, UNAUTHORIZED);
    }
  });

  it.each([
    ['read_api', { '/user': 200, '/projects': 200 }],
    ['read_user', { '/user': 200, '/projects': insufficient('api read_api') }],
    ['read_repository', { '/user': insufficient('read_user api read_api'), '/projects': insufficient('api read_api') }],
  ])('gives a token with %s what its scope allows', async (scope, expected) => {
    const caller = new ApiClient(hearth.url, await mintToken(person.id, scope));
    for (const [path, outcome] of Object.entries(expected)) {
      const answer = await caller.get(path);
      if (outcome === 200) answer.expect(200);
      else expectAnswer(answer, 403, outcome);
    }
  });

  it.each(['read_user', 'read_api'])('gives a token with %s no writes', async (scope) => {
    const { id: admin } = await hearth.root.read<{ id: number }>('/user');
    const caller = new ApiClient(hearth.url, await mintToken(admin, scope));
    expectAnswer(await caller.post('/users', {}), 403, insufficient('api'));
  });

  it('mints nothing for a user who does not exist', async () => {
    const { code, stdout, stderr } = await hearth.run('token', 'nobody-of-that-name');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/nobody-of-that-name/);
  });
});
