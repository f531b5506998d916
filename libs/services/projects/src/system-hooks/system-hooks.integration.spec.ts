import { randomUUID } from 'node:crypto';
import type { ProjectId } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnIdentityAuditRecorded, OnProjectsAuditRecorded } from '../events/on-audit-recorded.js';
import { OnSshKeyChanged } from '../events/identity/on-ssh-key-changed.js';
import { OnProjectCreated } from '../events/on-project-created.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { DeliveriesStore } from '../hook-deliveries/deliveries.store.js';
import { SendDelivery } from '../hook-deliveries/send.js';
import { Receiver } from '../hook-deliveries/receiver.js';
import { MOST_HOOKS } from '../hooks/hook.rules.js';
import { ReleaseUser } from '../namespaces/release.js';
import { RenameUserNamespace } from '../namespaces/rename.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const URL = 'https://ci.example.com/hook';
const TO = 'b'.repeat(40);

describe('system hooks', () => {
  const app = ProjectsApp.inBlock();
  const admin = user(1, { username: 'ada', admin: true });
  const owner = user(2, { username: 'grace' });
  let seed: Seed;

  beforeAll(async () => {
    await app.claim(admin);
    await app.claim(owner);
    seed = new Seed(app.testDatabase);
    const shown = { id: owner.userId, username: 'grace', name: 'grace', state: 'active', avatarPath: null } as const;
    app.get(FakeIdentity).cards.set(owner.userId, { ...shown, createdAt: '2018-02-01T10:00:00.000Z' });
  });
  afterEach(() => app.testDatabase.query('delete from hooks'));

  const create = (body: object = {}) => app.request(admin, 'POST', '/hooks', { url: URL, ...body });

  it('are created with the defaults of the reference, changed and deleted', async () => {
    const { status, body: made } = await create({ name: 'audit', token: 'top secret' });
    expect([status, made]).toEqual([
      201,
      {
        ...{ id: made.id, url: URL, name: 'audit', description: '', created_at: expect.any(String) },
        ...{ push_events: false, tag_push_events: false, merge_requests_events: false, repository_update_events: true },
        ...{ push_events_branch_filter: '', branch_filter_strategy: 'wildcard', enable_ssl_verification: true },
        ...{ token_present: true, signing_token_present: false, alert_status: 'executable', disabled_until: null },
      },
    ]);
    const at = `/hooks/${made.id}`;
    expect((await app.request(admin, 'GET', at)).body).toEqual(made);
    expect((await app.request(admin, 'GET', '/hooks')).body).toEqual([made]);
    const changed = await app.request(admin, 'PUT', at, { push_events: true, repository_update_events: false });
    expect(changed.body).toEqual({ ...made, push_events: true, repository_update_events: false });
    expect((await app.request(admin, 'DELETE', at)).status).toBe(204);
    expect(await app.request(admin, 'DELETE', at)).toMatchObject({
      ...{ status: 404, body: { message: '404 System hook Not Found' } },
    });
    for (const method of ['GET', 'PUT', 'POST'] as const)
      expect((await app.request(admin, method, at, {})).status).toBe(404);
    const audit = await app.testDatabase.query(
      `select data->>'kind' as kind, data->'details' as details from outbox
       where type = 'projects.audit-recorded' and data->'subject'->>'type' = 'hook' order by id`,
    );
    const triggers = ['push_events', 'system_events'];
    expect(audit).toEqual([
      { kind: 'hook.created', details: { triggers: ['repository_update_events', 'system_events'] } },
      { kind: 'hook.updated', details: { triggers } },
      { kind: 'hook.deleted', details: { triggers } },
    ]);
  });

  it('are for admins, and are not found as hooks of a project or group', async () => {
    const { body } = await create();
    for (const at of ['/hooks', `/hooks/${body.id}`]) {
      expect((await app.request(owner, 'GET', at)).status).toBe(403);
      expect((await app.request(null, 'GET', at)).status).toBe(401);
    }
    const group = await seed.group(`g-${randomUUID()}`);
    expect((await app.request(admin, 'GET', `/groups/${group}/hooks/${body.id}`)).status).toBe(404);
    const of = (await app.request(admin, 'POST', `/groups/${group}/hooks`, { url: URL })).body.id;
    expect((await app.request(admin, 'GET', `/hooks/${of}`)).status).toBe(404);
  });

  it.each([
    [{ url: 'http://127.0.0.1/' }, 422, { error: 'Invalid url given' }],
    [{ url: URL, custom_headers: [{ key: 'a', value: 'b' }] }, 400, { error: 'custom_headers is not supported' }],
    [{}, 400, { error: 'url is missing' }],
  ])('are not created from %j', async (hook, status, body) => {
    expect(await app.request(admin, 'POST', '/hooks', hook)).toMatchObject({ status, body });
  });

  it('are at most a hundred', async () => {
    await app.testDatabase.query(
      `insert into hooks (url, name, description, triggers, branch_filter, branch_filter_strategy, verify_tls)
       select '', '', '', '{}', '', 'wildcard', true from generate_series(1, $1)`,
      [MOST_HOOKS - 1],
    );
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });

  describe('are called for', () => {
    const post = () => jest.spyOn(app.get(Receiver), 'post').mockResolvedValue({ ...ANSWER });
    const ANSWER = { status: 200, headers: {}, body: '', error: null, seconds: 0 };
    const react = (handle: (delivery: Delivery) => Promise<void>) =>
      app.database.tx((tx) => handle({ tx } as Delivery));
    /** Sends the waiting deliveries of a hook. @returns headers and payloads */
    async function sent(id: number): Promise<{ event: string | undefined; payload: Record<string, unknown> }[]> {
      const receiver = post();
      try {
        while (await app.get(DeliveriesStore).first(app.database, id))
          await app
            .get(SendDelivery)
            .execute({ hookId: id }, { id: randomUUID(), signal: new AbortController().signal });
        return receiver.mock.calls.map(([, headers, body]) => ({
          event: headers['X-Gitlab-Event'],
          payload: JSON.parse(body) as Record<string, unknown>,
        }));
      } finally {
        receiver.mockRestore();
      }
    }

    it('a test, with the sample of the reference', async () => {
      const { id } = (await create()).body;
      const { status, body } = await app.request(admin, 'POST', `/hooks/${id}`);
      expect([status, body.event_name]).toEqual([201, 'project_create']);
      expect(await sent(id)).toEqual([{ event: 'System Hook', payload: body }]);
    });

    it('new and deleted projects, also those that are deleted with their group', async () => {
      const group = (await app.request(admin, 'POST', '/groups', { name: 'Team', path: 'team' })).body.id;
      const { id } = (await create()).body;
      const ids: ProjectId[] = [];
      for (const body of [{ name: 'Mine' }, { name: 'Ours', namespace_id: group }])
        ids.push((await app.request(admin, 'POST', '/projects', body)).body.id);
      for (const projectId of ids)
        await react((delivery) => app.get(OnProjectCreated).handle({ projectId, creatorId: 1 }, delivery));
      const created = await sent(id);
      expect(created.map(({ payload }) => payload)).toMatchObject([
        {
          ...{ event_name: 'project_create', name: 'Mine', path: 'mine', path_with_namespace: 'ada/mine' },
          ...{ project_id: ids[0], project_visibility: 'private', owner_email: '[REDACTED]' },
        },
        { path_with_namespace: 'team/ours', owner_name: 'Team', project_visibility: 'private' },
      ]);
      await app.request(admin, 'DELETE', `/projects/${ids[0]}`);
      await app.request(admin, 'DELETE', `/groups/${group}`);
      const destroyed = (await sent(id)).filter(({ payload }) => payload['event_name'] === 'project_destroy');
      expect(destroyed.map(({ payload }) => payload)).toEqual(
        [
          { name: 'Mine', path: 'mine', path_with_namespace: 'ada/mine', project_visibility: 'private' },
          { name: 'Ours', path: 'ours', path_with_namespace: 'team/ours', project_visibility: 'private' },
        ].map((project, at) => ({ event_name: 'project_destroy', project_id: ids[at], ...project })),
      );
    });

    it('changed, renamed and transferred projects', async () => {
      const { id } = (await create()).body;
      const group = (await app.request(admin, 'POST', '/groups', { name: 'Goal', path: 'goal' })).body.id;
      const project = (await app.request(admin, 'POST', '/projects', { name: 'Change me' })).body.id;
      await sent(id);
      const at = `/projects/${project}`;
      await app.request(admin, 'PUT', at, { description: 'new' });
      await app.request(admin, 'POST', `${at}/archive`);
      await app.request(admin, 'POST', `${at}/unarchive`);
      await app.request(admin, 'PUT', at, { path: 'changed', description: 'newer' });
      await app.request(admin, 'PUT', `${at}/transfer`, { namespace: group });
      const updated = { event_name: 'project_update', name: 'Change me', project_id: project };
      // Payloads have the state at the time of sending.
      const now = { path: 'changed', path_with_namespace: 'goal/changed', owner_name: 'Goal' };
      expect((await sent(id)).map(({ payload }) => payload)).toMatchObject([
        ...[updated, updated, updated].map((payload) => ({ ...payload, ...now })),
        { ...now, event_name: 'project_rename', old_path_with_namespace: 'ada/change-me' },
        { ...now, event_name: 'project_transfer', old_path_with_namespace: 'ada/changed' },
      ]);
    });

    it('transferred groups, as renamed', async () => {
      const [{ body: to }, { body: moved }] = [
        await app.request(admin, 'POST', '/groups', { name: 'Place', path: 'place' }),
        await app.request(admin, 'POST', '/groups', { name: 'Moved', path: 'moved' }),
      ];
      const { id } = (await create()).body;
      await app.request(admin, 'POST', `/groups/${moved.id}/transfer`, { group_id: to.id });
      expect((await sent(id)).map(({ payload }) => payload)).toMatchObject([
        { event_name: 'group_rename', group_id: moved.id, full_path: 'place/moved', old_full_path: 'moved' },
      ]);
    });

    it('new, renamed and deleted groups', async () => {
      const { id } = (await create()).body;
      const { body: made } = await app.request(admin, 'POST', '/groups', { name: 'Above', path: 'above' });
      const below = { name: 'Below', path: 'below', parent_id: made.id };
      const { body: inner } = await app.request(admin, 'POST', '/groups', below);
      await app.request(admin, 'PUT', `/groups/${made.id}`, { description: 'no event' });
      expect((await sent(id)).map(({ payload }) => payload)).toEqual([
        {
          ...{ event_name: 'group_create', group_id: made.id, name: 'Above', path: 'above', full_path: 'above' },
          ...{ created_at: expect.any(String), updated_at: expect.any(String) },
        },
        expect.objectContaining({ event_name: 'group_create', path: 'below', full_path: 'above/below' }),
      ]);
      await app.request(admin, 'PUT', `/groups/${inner.id}`, { path: 'inside' });
      await app.request(admin, 'DELETE', `/groups/${made.id}`);
      // The renamed group is gone when its turn comes.
      const destroyed = (await sent(id)).map(({ payload }) => payload);
      expect(destroyed.toSorted((one, other) => Number(one['group_id']) - Number(other['group_id']))).toEqual([
        { event_name: 'group_destroy', group_id: made.id, name: 'Above', path: 'above', full_path: 'above' },
        { event_name: 'group_destroy', group_id: inner.id, name: 'Below', path: 'inside', full_path: 'above/inside' },
      ]);
    });

    it('renamed and deleted users', async () => {
      const { id } = (await create()).body;
      const gone = user(9, { username: 'mary' });
      await app.claim(gone);
      const card = { id: gone.userId, username: 'mary', name: 'Mary', state: 'active', avatarPath: null } as const;
      app.get(FakeIdentity).cards.set(gone.userId, { ...card, createdAt: '2018-02-01T10:00:00.000Z' });
      await app.get(RenameUserNamespace).execute({ userId: gone.userId, username: 'maria', byAdmin: true });
      expect((await sent(id)).map(({ payload }) => payload)).toEqual([
        {
          ...{ event_name: 'user_rename', name: 'Mary', username: 'maria', old_username: 'mary', user_id: 9 },
          ...{ email: '[REDACTED]', created_at: '2018-02-01T10:00:00.000Z' },
        },
      ]);
      await app.get(ReleaseUser).execute({ userId: gone.userId, hardDelete: false, ghostId: owner.userId });
      expect((await sent(id)).map(({ payload }) => payload)).toEqual([
        { event_name: 'user_destroy', name: expect.any(String), username: 'maria', user_id: 9, email: '[REDACTED]' },
      ]);
    });

    it('new users, and members who come, change and go', async () => {
      const newGroup = async (fields: object) =>
        (await app.request(admin, 'POST', '/groups', fields)).body.id as number;
      const parent = await newGroup({ name: 'Ship', path: 'ship' });
      const group = await newGroup({ name: 'Crew', path: 'crew', parent_id: parent });
      const { id } = (await create()).body;
      const newHook = async (of: number, fields: object) =>
        (await app.request(admin, 'POST', `/groups/${of}/hooks`, { url: URL, ...fields })).body.id as number;
      const ofParent = await newHook(parent, { push_events: false, member_events: true });
      const other = await newHook(group, {});
      await app.testDatabase.query('delete from outbox');
      const at = `/groups/${group}/members`;
      await app.request(admin, 'POST', at, { user_id: owner.userId, access_level: 30, expires_at: '2099-01-02' });
      await app.request(admin, 'PUT', `${at}/${owner.userId}`, { access_level: 40 });
      await app.request(admin, 'DELETE', `${at}/${owner.userId}`);
      const records = await app.testDatabase.query<{ data: Parameters<OnProjectsAuditRecorded['handle']>[0] }>(
        `select data from outbox where type = 'projects.audit-recorded' order by id`,
      );
      for (const { data } of records)
        await react((delivery) => app.get(OnProjectsAuditRecorded).handle(data, delivery));
      const subject = { type: 'user', id: owner.userId, name: 'grace' };
      const record = { ...records[0]!.data, kind: 'user.created', subject, details: { admin: false } };
      await react((delivery) => app.get(OnIdentityAuditRecorded).handle(record, delivery));
      const member = { group_id: group, group_name: 'Crew', group_path: 'crew', user_username: 'grace', user_id: 2 };
      expect((await sent(id)).map(({ payload }) => payload)).toMatchObject([
        { event_name: 'user_add_to_group', group_access: 'Developer', ...member },
        { event_name: 'user_update_for_group', group_access: 'Maintainer', ...member },
        { event_name: 'user_remove_from_group', group_access: 'Maintainer', ...member },
        { event_name: 'user_create', username: 'grace', user_id: 2, email: '[REDACTED]' },
      ]);
      const toGroup = await sent(ofParent);
      expect(toGroup.map(({ event }) => event)).toEqual(['Member Hook', 'Member Hook', 'Member Hook']);
      expect(toGroup.map(({ payload }) => payload)).toMatchObject([
        { event_name: 'user_add_to_group', expires_at: '2099-01-02T00:00:00.000Z', ...member },
        { event_name: 'user_update_for_group', expires_at: '2099-01-02T00:00:00.000Z', ...member },
        { event_name: 'user_remove_from_group', group_access: 'Maintainer', ...member },
      ]);
      expect(await sent(other)).toEqual([]);
    });

    it('new and deleted SSH keys of users', async () => {
      const { id } = (await create()).body;
      const createdAt = '2018-02-01T10:00:00.000Z';
      for (const action of ['created', 'deleted'] as const) {
        const changed = { keyId: 4, userId: owner.userId, action, key: 'ssh-ed25519 AAAA grace@home', createdAt };
        await react((delivery) => app.get(OnSshKeyChanged).handle(changed, delivery));
      }
      const key = { id: 4, key: 'ssh-ed25519 AAAA grace@home', created_at: createdAt, updated_at: createdAt };
      expect((await sent(id)).map(({ payload }) => payload)).toEqual(
        ['key_create', 'key_destroy'].map((event_name) => ({ event_name, username: 'grace', ...key })),
      );
    });

    it('pushes of every project: the changed refs alone, and the whole push where that is chosen', async () => {
      const { id } = (await create({ push_events: true })).body;
      const group = await seed.group(`h-${randomUUID()}`);
      const projectId = await seed.project(group, 'any', 'private');
      const own = (await app.request(admin, 'POST', `/projects/${projectId}/hooks`, { url: URL })).body.id;
      const change = {
        ...{ projectId, sequence: 1, pushId: randomUUID(), userId: owner.userId, oldId: null, newId: TO },
        via: 'http',
        ...{ ref: 'refs/heads/main', defaultBranch: 'main', occurredAt: '2018-02-01T10:00:00Z' },
      } as const;
      await react((delivery) => app.get(OnRefUpdated).handle(change, delivery));
      const deliveries = await sent(id);
      expect(deliveries).toMatchObject([
        { event: 'System Hook', payload: { event_name: 'push', after: TO, total_commits_count: 1 } },
        {
          event: 'System Hook',
          payload: {
            ...{ event_name: 'repository_update', user_username: 'grace', project: { id: projectId } },
            ...{ changes: [{ before: '0'.repeat(40), after: TO, ref: change.ref }], refs: [change.ref] },
          },
        },
      ]);
      expect(await sent(own)).toMatchObject([{ event: 'Push Hook' }]);
    });
  });
});
