import { AccessLevel } from '@hearth/contract-kit';
import { SampleApp, outcome } from './testing/sample-app.js';

const UNAUTHORIZED = { message: '401 Unauthorized' };
const FORBIDDEN = { message: '403 Forbidden' };
const NO_PROJECT = { message: '404 Project Not Found' };
const NO_GROUP = { message: '404 Group Not Found' };
const NEITHER = { error: 'name, size are missing, at least one parameter must be provided' };

describe('the checks of an endpoint', () => {
  let app: SampleApp;

  beforeAll(async () => {
    app = await SampleApp.start();
  });

  afterAll(() => app.close());

  const outcomeOf = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    caller: string | undefined,
    level: AccessLevel = AccessLevel.developer,
  ) => {
    app.answers.level = level;
    return outcome(await app.send(method, path, caller === undefined ? {} : { caller }));
  };

  it.each([
    ['anonymous, before the parameters', undefined, '', 401, UNAUTHORIZED],
    ['a scope too small, before the parameters', 'root read_user', '', 403, expect.objectContaining({ scope: 'api' })],
    ['the parameters, before the admin', 'member', '?name=x', 400, { error: 'size is missing' }],
    ['the admin', 'member', '?name=x&size=1', 403, FORBIDDEN],
    ['the rule of the handler', 'root', '?name=stuck&size=1', 409, { message: '409 Stuck' }],
  ])('of an admin look at %s', async (_, caller, query, status, body) => {
    expect(await outcomeOf('POST', `/things${query}`, caller)).toEqual([status, body]);
  });

  it('read a body only of callers who may call the endpoint at all', async () => {
    const sent = { payload: '{"name":', headers: { 'content-type': 'application/json' } };
    expect(outcome(await app.send('POST', '/things', sent))).toEqual([401, UNAUTHORIZED]);
    expect(outcome(await app.send('POST', '/things', { caller: 'member', ...sent }))).toEqual([
      400,
      { error: expect.stringContaining('message body does not match declared format') },
    ]);
  });

  it.each([
    ['anonymous, whatever there is', undefined, '/projects/1', '', 401, UNAUTHORIZED],
    ['parameters, before hidden projects', 'stranger', '/projects/3', '', 400, NEITHER],
    ['hidden projects', 'stranger', '/projects/3', '?name=x', 404, NO_PROJECT],
    ['projects that are none', 'root', '/projects/77', '?name=x', 404, NO_PROJECT],
    ['visible projects without the ability', 'stranger', '/projects/2', '?name=x', 403, FORBIDDEN],
    ['the ability', 'member', '/projects/sample%2Fprivate', '?name=x', 200, expect.objectContaining({ level: 30 })],
  ])('that come after the parameters look at %s', async (_, caller, project, query, status, body) => {
    expect(await outcomeOf('PUT', `${project}/thing${query}`, caller)).toEqual([status, body]);
  });

  it.each([
    ['hidden projects, for anonymous', undefined, '/projects/3', '', 404, NO_PROJECT],
    ['projects that only users see, for anonymous', undefined, '/projects/2', '', 404, NO_PROJECT],
    ['public projects, for anonymous', undefined, '/projects/1', '', 403, FORBIDDEN],
    ['hidden projects', 'stranger', '/projects/3', '', 404, NO_PROJECT],
    ['visible projects without the ability', 'stranger', '/projects/1', '', 403, FORBIDDEN],
    ['the parameters last', 'member', '/projects/3', '', 400, NEITHER],
  ])('that come before the parameters look at %s', async (_, caller, project, query, status, body) => {
    expect(await outcomeOf('POST', `${project}/thing${query}`, caller)).toEqual([status, body]);
  });

  it.each([
    ['hidden projects', 'stranger', '/projects/3', '', 10, 404, NO_PROJECT],
    ['the ability to read', 'member', '/projects/3', '', 10, 403, FORBIDDEN],
    ['the parameters, for anonymous', undefined, '/projects/1', '', 10, 400, NEITHER],
    ['the parameters', 'member', '/projects/3', '', 20, 400, NEITHER],
    ['the ability', 'member', '/projects/3', '?name=x', 20, 403, FORBIDDEN],
    ['nothing more', 'member', '/projects/3', '?name=x', 30, 201, expect.objectContaining({ level: 30 })],
  ] as const)(
    'of which one comes before the parameters look at %s',
    async (_, caller, project, query, level, status, body) => {
      const before = app.answers.questions.length;
      expect(await outcomeOf('POST', `${project}/thing/parts${query}`, caller, level)).toEqual([status, body]);
      expect(app.answers.questions.length - before).toBe(1);
    },
  );

  it('keep members below the level of an ability out, with the project in sight', async () => {
    expect(await outcomeOf('PUT', '/projects/3/thing?name=x', 'member', AccessLevel.reporter)).toEqual([
      403,
      FORBIDDEN,
    ]);
    expect(await outcomeOf('GET', '/projects/3/thing', 'member', AccessLevel.guest)).toEqual([
      200,
      { username: 'member', admin: null, level: 10 },
    ]);
  });

  it.each([
    ['public, for anonymous', 'GET', undefined, 1, 200, { username: null, admin: null, level: 0 }],
    ['internal, for anonymous', 'GET', undefined, 2, 404, NO_GROUP],
    ['internal, for a user', 'GET', 'stranger', 2, 200, { username: 'stranger', admin: null, level: 0 }],
    ['private, for a user', 'GET', 'stranger', 3, 404, NO_GROUP],
    ['private, for a member', 'GET', 'member', 3, 200, { username: 'member', admin: null, level: 30 }],
    ['public, where only users may', 'POST', undefined, 1, 403, FORBIDDEN],
    ['public, for a user', 'POST', 'stranger', 1, 201, { username: 'stranger', admin: null, level: 0 }],
    ['public, where only owners may', 'PUT', 'stranger', 1, 403, FORBIDDEN],
    ['private, where only owners may, for a member', 'PUT', 'member', 3, 403, FORBIDDEN],
    ['private, where only owners may, hidden', 'PUT', 'stranger', 3, 404, NO_GROUP],
    ['private, for an admin', 'PUT', 'root', 3, 200, { username: 'root', admin: null, level: 50 }],
    ['unknown, for an admin', 'PUT', 'root', 77, 404, NO_GROUP],
  ] as const)('let callers at groups: %s', async (_, method, caller, id, status, body) => {
    expect(await outcomeOf(method, `/groups/${id}/thing`, caller)).toEqual([status, body]);
  });

  it('find groups by path, and none by what no path can be', async () => {
    expect((await outcomeOf('GET', '/groups/sample%2Fpublic/thing', 'stranger'))[0]).toBe(200);
    for (const id of ['0', '9'.repeat(25), 'a%00b', 'sample%252Fpublic'])
      expect(await outcomeOf('GET', `/groups/${id}/thing`, 'root')).toEqual([404, NO_GROUP]);
  });

  it('ask for rights once for each request, and only where they matter', async () => {
    const asked = () => app.answers.questions.length;
    const before = asked();
    await outcomeOf('GET', '/projects/1/thing', undefined);
    expect(app.answers.questions.slice(before)).toEqual([{ projects: [{ id: 1 }], user: null }]);
    await outcomeOf('GET', '/groups/1/thing', 'member');
    expect(app.answers.questions.at(-1)).toMatchObject({ projects: [], groups: [{ id: 1 }], user: { id: 2 } });
    await outcomeOf('PUT', '/projects/1/thing', 'member');
    await outcomeOf('GET', '/me', 'member');
    expect(asked() - before).toBe(2);
  });
});
