import { ApiClient, gpgKeyText, sshKeyText } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { markOf, type Sent } from './matrix.js';

/**
 * Callers, in the order of a row's marks: anonymous; the user whose records these are, another user and an admin; the admin as that user (sudo), the
 * user's token with `read_user`, and a blocked user.
 */
const CALLERS = ['anonymous', 'user', 'other', 'admin', 'sudo', 'reader', 'blocked'] as const;
type CallerName = (typeof CALLERS)[number];

/** Marks: ✓ served, b 400, u 401, f 403, n 404. The request is made anew after each write, for a new record. */
type Row = readonly [what: string, marks: string, request: () => Sent | Promise<Sent>];

interface RecordsOfUsers {
  readonly segment: string;
  /** Returns a valid body; another record each time. */
  body(): object | Promise<object>;
  /** Whether admins read single records of others, and revoke them. */
  readonly isGpg?: true;
}

const RECORDS: readonly RecordsOfUsers[] = [
  { segment: 'keys', body: () => ({ title: 'laptop', key: sshKeyText() }) },
  { segment: 'gpg_keys', body: async () => ({ key: await gpgKeyText() }), isGpg: true },
  { segment: 'emails', body: () => ({ email: `${uniqueName('address')}@example.org` }) },
];

describe('who may do what with what belongs to users', () => {
  const clients = new Map<CallerName, Pick<ApiClient, 'request'>>();
  let user: Person;
  let other: Person;
  beforeAll(async () => {
    user = await newPerson('owner');
    other = await newPerson('other');
    const blocked = await newPerson('blocked');
    (await hearth.root.post(`/users/${blocked.id}/block`)).expect(201);
    clients.set('anonymous', hearth.anonymous);
    clients.set('user', user.api);
    clients.set('other', other.api);
    clients.set('admin', hearth.root);
    clients.set('sudo', {
      request: (method, path, options) =>
        hearth.root.request(method, path, { ...options, headers: { sudo: user.username } }),
    });
    const reading = { name: 'reader', scopes: ['read_user'] };
    const { token } = (await hearth.root.post(`/users/${user.id}/personal_access_tokens`, reading)).expect(201).json<{
      token: string;
    }>();
    clients.set('reader', new ApiClient(hearth.url, token));
    clients.set('blocked', blocked.api);
  });

  async function marksOf(request: Row[2]): Promise<string> {
    const seen: string[] = [];
    let sent: Sent | undefined;
    for (const caller of CALLERS) {
      sent ??= await request();
      const mark = await markOf(clients.get(caller)!, sent);
      seen.push(mark);
      if (mark === '✓' && sent[0] !== 'GET') sent = undefined;
    }
    return seen.join('');
  }

  describe.each(RECORDS)('$segment', ({ segment, body, isGpg }) => {
    let taken: object;
    const waits = segment === 'emails';
    const own = `/user/${segment}`;
    const theirs = () => `/users/${user.id}/${segment}`;
    beforeAll(async () => {
      taken = await body();
      (await user.api.post(own, taken)).expect(201);
    });

    const made = async (by = user) => (await by.api.post(own, await body())).expect(201).json<{ id: number }>().id;
    const list =
      (path: () => string): Row[2] =>
      () => ['GET', path()];
    const one =
      (method: string, path: () => string, by = () => user, rest = ''): Row[2] =>
      async () => [method, `${path()}/${await made(by())}${rest}`];
    const add =
      (path: () => string, json: () => object | Promise<object>): Row[2] =>
      async () => ['POST', path(), await json()];
    const ownPath = () => own;
    const nobody = () => `/users/999999999/${segment}`;

    it.each<Row>([
      ["list one's own", 'u✓✓✓✓✓f', list(ownPath)],
      ["read one of one's own", 'u✓nn✓✓f', one('GET', ownPath)],
      ['read what is not there', 'unnnnnf', list(() => `${own}/999999999`)],
      ['read what cannot be there', 'ubbbbbf', list(() => `${own}/one`)],
      ['add', 'u✓✓✓✓ff', add(ownPath, body)],
      // Other users can still add an address that waits for its confirmation.
      ['add what a user has', waits ? 'ub✓✓bff' : 'ubbbbff', add(ownPath, () => taken)],
      ['add without parameters', 'ubbbbff', add(ownPath, () => ({}))],
      ["delete one of one's own", 'u✓nn✓ff', one('DELETE', ownPath)],
      ['delete what is not there', 'unnnnff', () => ['DELETE', `${own}/999999999`]],
      ["list a user's", 'uff✓fff', list(theirs)],
      ['list those of an unknown user', 'uffnfff', list(nobody)],
      ['list those of a name', 'ubbbbbf', list(() => `/users/${user.username}/${segment}`)],
      ['add for a user', 'uff✓fff', add(theirs, body)],
      ['add for a user what the user has', waits ? 'uff✓fff' : 'uffbfff', add(theirs, () => taken)],
      ['add for a user without parameters', 'ubbbbff', add(theirs, () => ({}))],
      ['add for an unknown user', 'uffnfff', add(nobody, body)],
      ["delete a user's", 'uff✓fff', one('DELETE', theirs)],
      ["delete another's as a user's", 'uffnfff', one('DELETE', theirs, () => other)],
      ['delete those of an unknown user', 'uffnfff', one('DELETE', nobody)],
      ...(isGpg
        ? ([
            ["read a user's", 'uff✓fff', one('GET', theirs)],
            ["read another's as a user's", 'uffnfff', one('GET', theirs, () => other)],
            ["revoke one of one's own", 'u✓nn✓ff', one('POST', ownPath, () => user, '/revoke')],
            ["revoke a user's", 'uff✓fff', one('POST', theirs, () => user, '/revoke')],
            ["revoke another's as a user's", 'uffnfff', one('POST', theirs, () => other, '/revoke')],
          ] as Row[])
        : []),
    ])('%s', async (_, marks, request) => {
      expect(await marksOf(request)).toBe(marks);
    });
  });

  describe('tokens', () => {
    const NEW = { name: 'robot', scopes: ['api'] };
    const impersonation = () => `/users/${user.id}/impersonation_tokens`;
    const personal = () => `/users/${user.id}/personal_access_tokens`;
    const made = async (path: () => string) =>
      (await hearth.root.post(path(), NEW)).expect(201).json<{ id: number; token: string }>();
    const one =
      (method: string, path: () => string, of = path): Row[2] =>
      async () => [method, `${path()}/${(await made(of)).id}`];
    const get =
      (path: () => string): Row[2] =>
      () => ['GET', path()];
    const post =
      (path: () => string, json: object): Row[2] =>
      () => ['POST', path(), json];
    const others = () => `/users/${other.id}/impersonation_tokens`;
    const all = () => '/personal_access_tokens';

    it.each<Row>([
      ['list impersonation tokens', 'uff✓fff', get(impersonation)],
      ['list those that are active', 'uff✓fff', get(() => `${impersonation()}?state=active`)],
      ['list those in a state that there is not', 'ubbbbbf', get(() => `${impersonation()}?state=asleep`)],
      ['list those of an unknown user', 'uffnfff', get(() => '/users/999999999/impersonation_tokens')],
      ['read one', 'uff✓fff', one('GET', impersonation)],
      ["read another's as a user's", 'uffnfff', one('GET', impersonation, others)],
      ['read a personal one as such', 'uffnfff', one('GET', impersonation, personal)],
      ['create one', 'uff✓fff', post(impersonation, NEW)],
      ['create one without a name', 'ubbbbff', post(impersonation, { scopes: ['api'] })],
      ['create one without scopes', 'uffbfff', post(impersonation, { name: 'robot' })],
      ['create one with a scope that there is not', 'uffbfff', post(impersonation, { name: 'robot', scopes: ['all'] })],
      ['create one to a day that there is not', 'ubbbbff', post(impersonation, { ...NEW, expires_at: 'never' })],
      ['create one for an unknown user', 'uffnfff', post(() => '/users/999999999/impersonation_tokens', NEW)],
      ['revoke one', 'uff✓fff', one('DELETE', impersonation)],
      ["revoke another's as a user's", 'uffnfff', one('DELETE', impersonation, others)],
      ["list one's personal tokens", 'u✓✓✓✓ff', get(all)],
      ["read one of one's own", 'u✓u✓✓ff', one('GET', all, personal)],
      ['create one for a user', 'uff✓fff', post(personal, NEW)],
      ["revoke one of one's own", 'u✓u✓✓ff', one('DELETE', all, personal)],
      ['read an impersonation token as a personal one', 'uuunuff', one('GET', all, impersonation)],
      ['read the one that the request comes with', 'u✓✓✓b✓f', get(() => '/personal_access_tokens/self')],
    ])('%s', async (_, marks, request) => {
      expect(await marksOf(request)).toBe(marks);
    });

    it('act as their user from the first request to the last', async () => {
      for (const path of [impersonation, personal]) {
        const { id, token } = await made(path);
        const robot = new ApiClient(hearth.url, token);
        expect((await robot.get('/user')).expect(200).json()).toMatchObject({ id: user.id });
        (await hearth.root.delete(path === personal ? `${all()}/${id}` : `${path()}/${id}`)).expect(204);
        (await robot.get('/user')).expect(401);
      }
    });
  });
});
