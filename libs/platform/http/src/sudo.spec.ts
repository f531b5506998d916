import type { LightMyRequestResponse } from 'fastify';
import { SampleApp, outcome } from './testing/sample-app.js';

const MUST_BE_ADMIN = { message: '403 Forbidden - Must be admin to use sudo' };
const BLOCKED = { message: '403 Forbidden - User is blocked' };
const notFound = (user: string) => ({ message: `404 User with ID or username '${user}' Not Found` });
const insufficient = (scope: string) => ({
  error: 'insufficient_scope',
  error_description: 'The request requires higher privileges than provided by the access token.',
  scope,
});
const asMember = { username: 'member', admin: 1, level: null };
const asRoot = { username: 'root', admin: null, level: null };

describe('sudo', () => {
  let app: SampleApp;

  beforeAll(async () => {
    app = await SampleApp.start();
  });

  afterAll(() => app.close());

  const json = (payload: object) => ({
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
  const form = (payload: string) => ({ payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

  it.each<[string, () => Promise<LightMyRequestResponse>]>([
    ['the query, by id', () => app.send('POST', '/me?sudo=2', { caller: 'root' })],
    ['the query, by name', () => app.send('POST', '/me?sudo=member', { caller: 'root' })],
    ['the query, in another case', () => app.send('POST', '/me?sudo=MEMBER', { caller: 'root' })],
    ['a JSON body, as text', () => app.send('POST', '/me', { caller: 'root', ...json({ sudo: 'member' }) })],
    ['a JSON body, as a number', () => app.send('POST', '/me', { caller: 'root', ...json({ sudo: 2 }) })],
    ['a form', () => app.send('POST', '/me', { caller: 'root', ...form('sudo=member') })],
    ['the header, by id', () => app.send('POST', '/me', { caller: 'root', headers: { sudo: '2' } })],
    ['the header, by name', () => app.send('POST', '/me', { caller: 'root', headers: { Sudo: 'member' } })],
  ])('is taken from %s', async (_, send) => {
    expect(outcome(await send())).toEqual([201, asMember]);
  });

  it('tells identity for which request, without its query', async () => {
    app.answers.actedAs.length = 0;
    await app.send('POST', '/me?sudo=member&private_token=secret', { caller: 'root' });
    expect(app.answers.actedAs).toEqual([
      { user: { username: 'member' }, request: { method: 'POST', path: '/api/v4/me' } },
    ]);
  });

  it('prefers the parameter to the header, and the body to the query', async () => {
    const both = { caller: 'root', ...json({ sudo: 'member' }) };
    expect(outcome(await app.send('POST', '/me?sudo=stranger', both))).toEqual([201, asMember]);
    const header = { caller: 'root', headers: { sudo: 'stranger' } };
    expect(outcome(await app.send('POST', '/me?sudo=member', header))).toEqual([201, asMember]);
  });

  it('treats an empty sudo as an unknown user', async () => {
    for (const path of ['/me?sudo=', '/me']) {
      const answer = await app.send('POST', path, { caller: 'root', headers: { sudo: '' } });
      expect(outcome(answer)).toEqual([201, asRoot]);
    }
    expect(outcome(await app.send('POST', '/me', { caller: 'root', ...json({ sudo: null }) }))).toEqual([201, asRoot]);
  });

  it.each([
    ['an anonymous caller, who is asked to sign in', undefined, 'sudo=2', 401, { message: '401 Unauthorized' }],
    ['a user who is no admin', 'member', 'sudo=2', 403, MUST_BE_ADMIN],
    ['a user who is no admin, for any user', 'member', 'sudo=nobody', 403, MUST_BE_ADMIN],
    ['an admin whose token only reads', 'root read_user', 'sudo=2', 403, insufficient('sudo')],
    ['an admin whose token reads all of the API', 'root read_api', 'sudo=2', 403, insufficient('sudo')],
    ['an admin whose token is for git', 'root read_repository', 'sudo=2', 403, insufficient('sudo')],
    ['an application that an admin lets use the API', 'root api oauth', 'sudo=2', 403, insufficient('sudo')],
    ['an admin, for an unknown user', 'root', 'sudo=123', 404, notFound('123')],
    ['an admin who means no name', 'root', 'sudo=no.body', 404, notFound('no.body')],
    ['an admin who means what no id can be', 'root', 'sudo=0', 404, notFound('0')],
    ['an admin who means beyond ids', 'root', `sudo=${'9'.repeat(30)}`, 404, notFound('9'.repeat(30))],
    ['an admin who means what no row can hold', 'root', 'sudo=a%00b', 404, notFound('a\0b')],
    ['an admin who means several', 'root', 'sudo[]=2&sudo[]=3', 400, { error: 'sudo is invalid' }],
    ['an admin, for a blocked user', 'root', 'sudo=blocked', 403, BLOCKED],
  ])('is refused to %s', async (_, caller, query, status, body) => {
    const answer = await app.send('POST', `/me?${query}`, caller === undefined ? {} : { caller });
    expect(outcome(answer)).toEqual([status, body]);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('is refused before anything else is looked at', async () => {
    const asked = app.answers.questions.length;
    expect((await app.send('PUT', '/projects/3/thing?sudo=2', { caller: 'stranger' })).statusCode).toBe(403);
    expect((await app.send('PUT', '/projects/3/thing?sudo=77', { caller: 'root' })).statusCode).toBe(404);
    expect((await app.send('GET', '/things?sudo=2')).statusCode).toBe(401);
    expect(app.answers.questions).toHaveLength(asked);
  });

  describe('with a token of scope sudo alone', () => {
    it('does everything as the other user, and nothing as the caller', async () => {
      const caller = 'root sudo';
      expect(outcome(await app.send('POST', '/me?sudo=2', { caller }))).toEqual([201, asMember]);
      expect(outcome(await app.send('GET', '/me?sudo=2', { caller }))).toEqual([200, asMember]);
      expect(outcome(await app.send('POST', '/me', { caller }))).toEqual([403, insufficient('api')]);
      expect(outcome(await app.send('GET', '/me', { caller }))).toEqual([403, insufficient('read_user api read_api')]);
    });

    it('does so for an application, too', async () => {
      const caller = 'root api,sudo oauth';
      expect(outcome(await app.send('POST', '/me?sudo=2', { caller }))).toEqual([201, asMember]);
      expect(outcome(await app.send('POST', '/me', { caller }))).toEqual([201, asRoot]);
    });

    it('may read oneself where read_user comes with it', async () => {
      const caller = 'root read_user,sudo';
      expect(outcome(await app.send('GET', '/me', { caller }))).toEqual([200, asRoot]);
      expect(outcome(await app.send('POST', '/me', { caller }))).toEqual([403, insufficient('api')]);
      expect(outcome(await app.send('POST', '/me?sudo=2', { caller }))).toEqual([201, asMember]);
    });
  });

  it('gives the rights of the user, and not those of the admin', async () => {
    const asStranger = { caller: 'root', headers: { sudo: 'stranger' } };
    expect((await app.send('GET', '/projects/3/thing', asStranger)).statusCode).toBe(404);
    expect((await app.send('PUT', '/projects/1/thing?name=x', asStranger)).statusCode).toBe(403);
    expect((await app.send('POST', '/things?name=x&size=1', asStranger)).statusCode).toBe(403);
    const level = { caller: 'root', headers: { sudo: 'member' } };
    expect(outcome(await app.send('GET', '/projects/3/thing', level))).toEqual([
      200,
      { username: 'member', admin: null, level: 30 },
    ]);
    expect(app.answers.questions.at(-1)!.user).toEqual({ id: 2, admin: false, external: false });
  });

  it('works on anonymous endpoints, and outside of the API', async () => {
    expect((await app.send('GET', '/things?sudo=member', { caller: 'root' })).statusCode).toBe(200);
    const answer = await app.send('GET', '/-/who?sudo=member', { caller: 'root' });
    expect(answer.json()).toMatchObject({ username: 'member' });
  });
});
