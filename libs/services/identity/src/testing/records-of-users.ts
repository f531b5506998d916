import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import type { IdentityApp } from './identity-app.js';
import { newUser, principalOf } from './people.js';

type Body = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'DELETE';

/** Resource that users manage for themselves, and admins for any user. */
export interface RecordsOfUsers {
  /** Last segment of the lists: `keys` in `/user/keys` and `/users/:id/keys`. */
  readonly segment: string;
  /** Parameter of the path that names a record. */
  readonly id: string;
  readonly notFound: string;
  /** Response to a request without a body. */
  readonly missing: string;
  /** Whether admins can read single records of other users. */
  readonly readByAdmins: boolean;
  /** Returns a valid body; each call describes another record. */
  body(): Promise<Body> | Body;
  /** Returns the record that responses show for such a body. */
  shown(body: Body): Body;
  /** The kind of record in the audit trail. */
  readonly audited: string;
}

const FORBIDDEN = { status: 403, body: { message: '403 Forbidden' } };
const NO_USER = { status: 404, body: { message: '404 User Not Found' } };

/** Users of the specs. */
export interface RecordsPeople {
  admin: UserRecord;
  jane: UserRecord;
}

/** Declares the specs that are common to all such resources: all endpoints with their refusals, roles and scopes. */
export function recordsOfUsersSpecs(app: IdentityApp, records: RecordsOfUsers): RecordsPeople {
  const people = {} as RecordsPeople;
  let others = 0;
  const own = (rest: string | number = '') => `/user/${records.segment}${rest && `/${rest}`}`;
  const of = (user: { id: number }, rest: string | number = '') =>
    `/users/${user.id}/${records.segment}${rest && `/${rest}`}`;
  const as = (user: UserRecord, method: Method, path: string, body?: Body, headers?: Record<string, string>) =>
    app.request(principalOf(user), method, path, body, headers);
  const somebody = () => app.get(CreateUser).execute(newUser(`${records.id.replace('_', '-')}-${++others}`));
  async function made(user: UserRecord, path = own()): Promise<Body & { id: number }> {
    const { status, body } = await as(user, 'POST', path, await records.body());
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Body & { id: number };
  }
  const notFound = { status: 404, body: { message: records.notFound } };

  beforeAll(async () => {
    people.admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    people.jane = await app.get(CreateUser).execute(newUser('jane'));
  });

  it('are made, read, listed and deleted by their user', async () => {
    const user = await somebody();
    expect(await as(user, 'GET', own())).toEqual({ status: 200, body: [] });
    const body = await records.body();
    const first = await as(user, 'POST', own(), body);
    expect(first).toEqual({ status: 201, body: { id: expect.any(Number), ...records.shown(body) } });
    const second = await made(user);
    expect(await as(user, 'GET', own())).toEqual({ status: 200, body: [first.body, second] });
    expect(await as(user, 'GET', own(second.id))).toEqual({ status: 200, body: second });
    expect(await as(user, 'DELETE', own(second.id))).toEqual({ status: 204, body: null });
    for (const method of ['GET', 'DELETE'] as const) expect(await as(user, method, own(second.id))).toEqual(notFound);
    expect(await as(user, 'GET', own())).toEqual({ status: 200, body: [first.body] });
  });

  it('are made, read, listed and deleted by admins', async () => {
    const { admin } = people;
    const user = await somebody();
    const body = await records.body();
    const first = await as(admin, 'POST', of(user), body);
    expect(first).toEqual({ status: 201, body: { id: expect.any(Number), ...records.shown(body) } });
    const { id } = first.body as { id: number };
    expect(await as(admin, 'GET', of(user))).toEqual({ status: 200, body: [first.body] });
    expect(await as(user, 'GET', own(id))).toEqual({ status: 200, body: first.body });
    const read = await as(admin, 'GET', of(user, id));
    if (records.readByAdmins) expect(read).toEqual({ status: 200, body: first.body });
    else expect(read.status).toBe(404);
    expect(await as(admin, 'DELETE', of(people.jane, id))).toEqual(notFound);
    expect(await as(admin, 'DELETE', of(user, id))).toEqual({ status: 204, body: null });
    expect(await as(admin, 'DELETE', of(user, id))).toEqual(notFound);
    expect(await as(admin, 'GET', of(user))).toEqual({ status: 200, body: [] });
  });

  it("do not show to others, and others' are for admins", async () => {
    const { admin, jane } = people;
    const [theirs, user] = [await made(admin), await somebody()];
    const body = await records.body();
    for (const method of ['GET', 'DELETE'] as const) expect(await as(user, method, own(theirs.id))).toEqual(notFound);
    const rows: [Method, string, Body?][] = [
      ['GET', ''],
      ['POST', '', body],
      ['DELETE', String(theirs.id)],
      ...(records.readByAdmins ? [['GET', String(theirs.id)] as [Method, string]] : []),
    ];
    for (const [method, rest, asked] of rows) {
      expect(await app.request(null, method, own(rest), asked)).toMatchObject({ status: 401 });
      expect(await app.request(null, method, of(jane, rest), asked)).toMatchObject({ status: 401 });
      expect(await as(jane, method, of(jane, rest), asked)).toEqual(FORBIDDEN);
      expect(await as(admin, method, of({ id: 999_999 }, rest), asked)).toEqual(NO_USER);
      expect(await as(admin, method, `/users/jane/${records.segment}/${rest}`.replace(/\/$/, ''), asked)).toEqual({
        status: 400,
        body: { error: 'id is invalid' },
      });
    }
    expect(await as(admin, 'GET', own(theirs.id))).toMatchObject({ status: 200 });
  });

  it('have parameters, which are checked before role and user', async () => {
    const { admin, jane } = people;
    const missing = { status: 400, body: { error: records.missing } };
    expect(await as(jane, 'POST', own(), {})).toEqual(missing);
    expect(await as(jane, 'POST', of(jane), {})).toEqual(missing);
    expect(await as(admin, 'POST', of({ id: 999_999 }), {})).toEqual(missing);
    const invalid = { status: 400, body: { error: `${records.id} is invalid` } };
    for (const method of ['GET', 'DELETE'] as const) expect(await as(jane, method, own('x'))).toEqual(invalid);
    expect(await as(admin, 'DELETE', of(jane, 'x'))).toEqual(invalid);
    expect(await as(jane, 'GET', own('99999999999999999999'))).toEqual(notFound);
  });

  it('may be read, not changed, with read_user', async () => {
    const looking = principalOf(people.admin, ['read_user']);
    const { id } = await made(people.admin);
    const reads = [own(), own(id), of(people.jane), ...(records.readByAdmins ? [of(people.admin, id)] : [])];
    for (const path of reads) expect(await app.request(looking, 'GET', path)).toMatchObject({ status: 200 });
    const refused = { status: 403, body: { error: 'insufficient_scope', scope: 'api' } };
    for (const path of [own(), of(people.jane)])
      expect(await app.request(looking, 'POST', path, await records.body())).toMatchObject(refused);
    for (const path of [own(id), of(people.admin, id)])
      expect(await app.request(looking, 'DELETE', path)).toMatchObject(refused);
  });

  it('come page by page, by id', async () => {
    const user = await somebody();
    const ids: number[] = [];
    for (let each = 0; each < 3; each++) ids.push((await made(user)).id);
    const lists = [
      [user, own()],
      [people.admin, of(user)],
    ] as const;
    for (const [caller, path] of lists) {
      const { headers, body } = await app.exchange(principalOf(caller), 'GET', `${path}?per_page=2`);
      expect((body as Body[]).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(headers).toMatchObject({ 'x-total': '3', 'x-total-pages': '2', 'x-next-page': '2' });
    }
    expect((await as(user, 'GET', `${own()}?per_page=2&page=2`)).body).toMatchObject([{ id: ids[2] }]);
    const after = `pagination=keyset&per_page=2&id_after=${ids[0]}`;
    expect((await as(user, 'GET', `${own()}?${after}`)).body).toMatchObject([{ id: ids[1] }, { id: ids[2] }]);
  });

  it('stay when they have changed since', async () => {
    const { jane, admin } = people;
    const { id } = await made(jane);
    const since = (seconds: number) => ({
      'if-unmodified-since': new Date(app.clock.time.getTime() + seconds * 1000).toUTCString(),
    });
    const stale = { status: 412, body: { message: '412 Precondition Failed' } };
    expect(await as(jane, 'DELETE', own(id), undefined, since(-2))).toEqual(stale);
    expect(await as(admin, 'DELETE', of(jane, id), undefined, since(-2))).toEqual(stale);
    expect(await as(jane, 'DELETE', own(id), undefined, since(0))).toMatchObject({ status: 204 });
  });

  it('leave records in the audit trail', async () => {
    const user = await somebody();
    const count = async () => {
      const [row] = await app.testDatabase.query<{ id: string }>(
        'select coalesce(max(id), 0) as id from identity.outbox',
      );
      return row!.id;
    };
    const before = await count();
    const { id } = await made(user, own());
    await as(people.admin, 'DELETE', of(user, id));
    const found = await app.testDatabase.query<{ data: Body }>(
      'select data from identity.outbox where type = $1 and id > $2 order by id',
      [IdentityAuditRecordedEvent.name, before],
    );
    const subject = expect.objectContaining({ type: records.audited, id });
    expect(found.map(({ data }) => data)).toEqual([
      expect.objectContaining({ kind: `${records.audited}.created`, actorId: user.id, subject }),
      expect.objectContaining({ kind: `${records.audited}.deleted`, actorId: people.admin.id, subject }),
    ]);
  });

  it('go with their user, and are not made for one who goes or for the ghost', async () => {
    const { admin } = people;
    const user = await somebody();
    await made(user);
    expect(await as(admin, 'DELETE', `/users/${user.id}`)).toMatchObject({ status: 204 });
    expect(await as(admin, 'GET', of(user))).toEqual(NO_USER);
    // A principal whose user was deleted after its authentication.
    expect(await as(user, 'POST', own(), await records.body())).toEqual(NO_USER);
    const [ghost] = await app.testDatabase.query<{ id: number }>('select id from identity.users where ghost');
    expect(await as(admin, 'POST', of(ghost!), await records.body())).toEqual(FORBIDDEN);
  });

  it('stay while their user is blocked', async () => {
    const user = await somebody();
    const { id } = await made(user);
    expect(await as(people.admin, 'POST', `/users/${user.id}/block`)).toMatchObject({ status: 201 });
    expect((await as(people.admin, 'GET', of(user))).body).toMatchObject([{ id }]);
    await made(people.admin, of(user));
  });
  return people;
}
