import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import type { Delivery } from '@hearth/messaging';
import { withOrigin } from '@hearth/telemetry';
import { OnIdentityAuditRecorded } from '../events/on-audit-recorded.js';
import { RemoveOldAuditEvents } from './remove-old-audit-events.js';
import { UpdateSettings } from '../settings/update.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

type Body = Record<string, unknown>;

describe('the audit trail', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let admin: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
    await records();
  });

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Body) =>
    app.request(principalOf(admin), method, path, body);

  /** Takes the records that were appended to the outbox. */
  async function records(): Promise<{ event_id: string; data: Body & { kind: string }; created_at: Date }[]> {
    return database.query(
      `with taken as (delete from identity.outbox where type = $1 returning id, event_id, data, created_at)
       select event_id, data, created_at from taken order by id`,
      [IdentityAuditRecordedEvent.name],
    );
  }
  const recorded = async () => (await records()).map(({ data }) => data);
  const byAdmin = (kind: string, subject: Body, details: Body = {}) => ({
    ...{ kind, subject, details, actorId: admin.id, actingAsId: null },
    ...{ address: '127.0.0.1', requestId: expect.any(String) },
  });
  const userSubject = ({ id, username }: { id: number; username: string }) => ({ type: 'user', id, name: username });

  it('has what admins change of users', async () => {
    const asked = { username: 'kim', name: 'Kim', email: 'kim@example.com', password: 'correct horse battery' };
    const { body: kim } = await send('POST', '/users', asked);
    await send('PUT', `/users/${kim.id}`, { admin: true, bio: 'new', password: 'battery horse correct' });
    await send('PUT', `/users/${kim.id}`, { bio: 'new' });
    await send('PUT', `/users/${kim.id}`, { username: 'kimberly' });
    await send('POST', `/users/${kim.id}/block`);
    await send('POST', `/users/${kim.id}/block`);
    await send('POST', `/users/${kim.id}/unblock`);
    await send('DELETE', `/users/${kim.id}`);
    const before = userSubject(kim as UserRecord);
    const after = { ...before, name: 'kimberly' };
    expect(await recorded()).toEqual([
      byAdmin('user.created', before, { admin: false }),
      byAdmin('user.updated', before, { changed: ['admin', 'bio', 'password'], admin: true }),
      byAdmin('user.renamed', after),
      byAdmin('user.blocked', after),
      byAdmin('user.unblocked', after),
      byAdmin('user.deletion_requested', after, { hardDelete: false }),
    ]);
  });

  it('has settings and tokens, but no secret', async () => {
    await send('PUT', '/application/settings', { default_projects_limit: 7 });
    const asked = { name: 'ci', scopes: ['api'] };
    const { body: token } = await send('POST', `/users/${jane.id}/impersonation_tokens`, asked);
    await send('DELETE', `/users/${jane.id}/impersonation_tokens/${token.id}`);
    await send('DELETE', `/users/${jane.id}/impersonation_tokens/${token.id}`);
    await app.get(MintPersonalToken).execute({ username: 'jane', name: 'minted', scopes: ['api'] });
    const found = await recorded();
    const details = { userId: jane.id, scopes: ['api'], expiresAt: null };
    const subject = { type: 'token', id: token.id, name: 'ci' };
    expect(found).toEqual([
      byAdmin('settings.updated', { type: 'settings', id: 1, name: null }, { defaultProjectsLimit: 7 }),
      byAdmin('impersonation_token.created', subject, details),
      byAdmin('impersonation_token.revoked', subject, details),
      expect.objectContaining({ kind: 'personal_token.created', actorId: null, address: null, requestId: null }),
    ]);
    expect(JSON.stringify(found)).not.toContain(token.token);
  });

  it('has who acted as whom, and what the admin did so', async () => {
    const request = { method: 'GET', path: '/api/v4/user' };
    const from = { correlation: 'request-1', address: '127.0.0.1' };
    const actAs = (username: string, input: object) =>
      withOrigin({ ...from, actor: admin.id }, () =>
        app.get(AuthenticateCredential).actAs({ user: { username }, ...input }),
      );
    await actAs('jane', { request });
    await actAs('nobody', { request });
    await actAs('jane', {});
    await withOrigin({ ...from, actor: jane.id, admin: admin.id }, () =>
      app.get(UpdateSettings).execute({ defaultProjectsLimit: 8 }),
    );
    expect(await recorded()).toEqual([
      byAdmin('user.sudo', userSubject(jane), request),
      {
        ...byAdmin('settings.updated', { type: 'settings', id: 1, name: null }, { defaultProjectsLimit: 8 }),
        actingAsId: jane.id,
      },
    ]);
  });

  it('has nothing of a change that failed', async () => {
    expect((await send('PUT', '/application/settings', { default_projects_limit: -1 })).status).toBe(400);
    expect((await send('POST', '/users/999999/block')).status).toBe(404);
    expect(await recorded()).toEqual([]);
  });

  it('has failed sign-ins: one record in an hour for a user and a network, and no unknown login', async () => {
    const fail = (login: string, clientAddress: string, password = 'a wrong password') =>
      app.get(AuthenticateCredential).password({ login, password, clientAddress });
    await database.query('delete from identity.audit_events');
    for (const login of ['jane', 'JANE', jane.email]) await fail(login, '203.0.113.1');
    await fail('jane', '203.0.113.2');
    for (const login of ['no-such-user', 'my secret password']) await fail(login, '203.0.113.1');
    await send('POST', `/users/${jane.id}/block`);
    await fail('jane', '203.0.113.1', PASSWORD);
    await send('POST', `/users/${jane.id}/unblock`);
    const lastAt = app.clock.time.toISOString();
    const { body } = await send('GET', '/audit_events?kind=session.failed&per_page=100');
    const of = (subject: Body, address: string, details: Body) =>
      expect.objectContaining({
        ...subject,
        address,
        details: { reason: 'password', last_at: lastAt, ...details },
      }) as Body;
    const janes = { kind: 'session.failed', subject_type: 'user', subject_id: jane.id, subject_name: 'jane' };
    const nobodys = { kind: 'session.failed', subject_type: 'login', subject_id: 0, subject_name: 'unknown' };
    expect((body as Body[]).reverse()).toEqual([
      of(janes, '203.0.113.1', { attempts: 3, login: 'jane' }),
      of(janes, '203.0.113.2', { attempts: 1, login: 'jane' }),
      of(nobodys, '203.0.113.1', { attempts: 2 }),
      of(janes, '203.0.113.1', { reason: 'blocked', attempts: 1, login: 'jane' }),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|wrong password|correct horse/);
    await database.query('delete from identity.audit_events');
    await records();
  });

  describe('as admins read it', () => {
    const day = (n: number) => new Date(Date.UTC(2018, 0, n));

    beforeAll(async () => {
      await send('POST', `/users/${jane.id}/block`);
      await send('POST', `/users/${jane.id}/unblock`);
      await app.get(MintPersonalToken).execute({ username: 'jane', name: 'minted', scopes: ['api'] });
      for (const [index, { data }] of (await records()).entries())
        await app.database.tx((tx) =>
          app.get(OnIdentityAuditRecorded).handle(IdentityAuditRecordedEvent.data.parse(data), {
            tx,
            meta: { time: day(index + 1) },
          } as Delivery),
        );
    });

    const kinds = async (query: string) =>
      ((await send('GET', `/audit_events${query}`)).body as Body[]).map(({ kind }) => kind);

    it('begins with the newest record', async () => {
      const { status, body } = await send('GET', '/audit_events');
      expect([status, body[2]]).toEqual([
        200,
        {
          ...{ id: expect.any(Number), kind: 'user.blocked', actor_id: admin.id, acting_as_id: null, details: {} },
          ...{ subject_type: 'user', subject_id: jane.id, subject_name: 'jane' },
          ...{ address: '127.0.0.1', request_id: expect.any(String), created_at: day(1).toISOString() },
        },
      ]);
      expect(await kinds('')).toEqual(['personal_token.created', 'user.unblocked', 'user.blocked']);
      expect(body[0].details).toEqual({ user_id: jane.id, scopes: ['api'], expires_at: null });
    });

    it('is narrowed and paged', async () => {
      expect(await kinds(`?actor_id=${admin.id}`)).toEqual(['user.unblocked', 'user.blocked']);
      expect(await kinds('?kind=user.blocked')).toEqual(['user.blocked']);
      expect(await kinds('?entity_type=Token')).toEqual(['personal_token.created']);
      expect(await kinds(`?entity_type=user&entity_id=${jane.id}`)).toEqual(['user.unblocked', 'user.blocked']);
      expect(await kinds('?entity_type=user&entity_id=999999')).toEqual([]);
      expect(await kinds('?created_after=2018-01-01T12:00:00Z&created_before=2018-01-02T12:00:00Z')).toEqual([
        'user.unblocked',
      ]);
      expect(await kinds('?per_page=1&page=2')).toEqual(['user.unblocked']);
      const { headers } = await app.exchange(principalOf(admin), 'GET', '/audit_events?per_page=1');
      expect(headers).toMatchObject({ 'x-total': '3', 'x-total-pages': '3' });
    });

    it('is for admins', async () => {
      expect((await app.request(null, 'GET', '/audit_events')).status).toBe(401);
      expect((await app.request(principalOf(jane), 'GET', '/audit_events')).status).toBe(403);
    });

    it('ends after 365 days', async () => {
      const { time } = app.clock;
      const clean = () => app.get(RemoveOldAuditEvents).execute({}, { signal: new AbortController().signal });
      app.clock.time = day(1 + 365);
      await clean();
      expect(await kinds('')).toHaveLength(3);
      app.clock.time = new Date(day(2 + 365).getTime() + 1);
      await clean();
      expect(await kinds('')).toEqual(['personal_token.created']);
      app.clock.time = time;
    });
  });
});
