import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import type { RefUpdatedEvent } from '@hearth/repository-contracts';
import { startJobs } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { waitFor } from '@hearth/testing';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { OnReleaseCreated } from '../events/on-release-created.js';
import { OnReleaseUpdated } from '../events/on-release-updated.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { DeliveriesStore } from './deliveries.store.js';
import { SendDelivery } from './send.js';

const TO = 'b'.repeat(40);
const FROM = 'a'.repeat(40);

describe('deliveries of hooks', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'ada' });
  let seed: Seed;
  let namespace: number;
  let number = 0;
  let server: Server;
  let status = 200;
  const received: { headers: IncomingMessage['headers']; body: Record<string, unknown>; text: string }[] = [];
  const before = process.env['HEARTH_HOOKS_TO_PRIVATE'];

  beforeAll(async () => {
    process.env['HEARTH_HOOKS_TO_PRIVATE'] = '1';
    namespace = await app.claim(owner);
    seed = new Seed(app.testDatabase);
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        received.push({ headers: request.headers, body: JSON.parse(text) as Record<string, unknown>, text });
        response.writeHead(status, { location: '/elsewhere' }).end('thanks');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.close();
    if (before === undefined) delete process.env['HEARTH_HOOKS_TO_PRIVATE'];
    else process.env['HEARTH_HOOKS_TO_PRIVATE'] = before;
  });

  beforeEach(() => {
    received.length = 0;
    status = 200;
  });

  const receiver = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  async function hookOf(body: object = {}): Promise<{ projectId: ProjectId; id: number }> {
    const projectId = await seed.project(namespace, `d${++number}`, 'private');
    const made = await app.request(owner, 'POST', `/projects/${projectId}/hooks`, { url: receiver(), ...body });
    expect(made.status).toBe(201);
    return { projectId, id: (made.body as { id: number }).id };
  }

  async function push(projectId: ProjectId, change: Partial<EventDataOf<typeof RefUpdatedEvent>> = {}): Promise<void> {
    const data = {
      projectId,
      sequence: 1,
      pushId: randomUUID(),
      via: 'http',
      userId: owner.userId,
      ...change,
    } as const;
    const moved = {
      ref: 'refs/heads/main',
      oldId: FROM,
      newId: TO,
      defaultBranch: 'main',
      occurredAt: '2018-02-01T10:00:00Z',
    };
    await app.database.tx((tx) => app.get(OnRefUpdated).handle({ ...moved, ...data, ...change }, { tx } as Delivery));
  }
  const rows = (id: number) =>
    app.testDatabase.query<Record<string, unknown>>('select * from hook_deliveries where hook_id = $1 order by id', [
      id,
    ]);
  /** Runs the job as often as there are deliveries that may be sent. */
  async function send(id: number, times = 1): Promise<void> {
    const { signal } = new AbortController();
    for (let run = 0; run < times; run += 1) {
      await app.get(SendDelivery).execute({ hookId: id }, { id: randomUUID(), signal });
    }
  }

  it('bring a push with its headers, and are recorded without the token', async () => {
    const { projectId, id } = await hookOf({ token: 'top secret' });
    await push(projectId);
    await send(id);
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-token': 'top secret',
      'x-gitlab-event-uuid': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-gitlab-webhook-uuid': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(body).toMatchObject({
      object_kind: 'push',
      before: FROM,
      after: TO,
      ref: 'refs/heads/main',
      ref_protected: true,
      checkout_sha: TO,
      user_id: owner.userId,
      project_id: projectId,
      project: { id: projectId, visibility_level: 0, path_with_namespace: `ada/d${number}` },
      commits: [{ id: TO, title: 'Add a', added: ['a.txt'], modified: [], removed: [] }],
      total_commits_count: 1,
      push_options: {},
    });
    const [row] = await rows(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, response_status: 200, response_body: 'thanks' });
    expect(JSON.stringify(row)).not.toContain('top secret');
  });

  it('are signed where the hook has a signing token', async () => {
    const key = Buffer.alloc(32, 7);
    const { projectId, id } = await hookOf({ signing_token: `whsec_${key.toString('base64')}` });
    await push(projectId);
    await send(id);
    const [{ headers, text }] = received as [(typeof received)[number]];
    const at = headers['webhook-timestamp'] as string;
    const messageId = headers['idempotency-key'] as string;
    const signature = createHmac('sha256', key).update(`${messageId}.${at}.${text}`).digest('base64');
    expect(headers).toMatchObject({ 'webhook-id': messageId, 'webhook-signature': `v1,${signature}` });
    expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60);
    const [row] = await rows(id);
    expect(row).toMatchObject({ request_headers: { 'webhook-signature': `v1,${signature}` } });
  });

  it('are sent by the jobs of the service, whatever another receiver does', async () => {
    const { projectId, id } = await hookOf();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const silent = createServer((_, response) => void answered.then(() => response.end()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    await app.request(owner, 'POST', `/projects/${projectId}/hooks`, { url });
    const jobs = startJobs(app.app);
    try {
      for (const ref of ['refs/heads/one', 'refs/heads/two']) await push(projectId, { ref });
      await waitFor('both pushes', () => received.length === 2);
      expect(received.map(({ body }) => body['ref'])).toEqual(['refs/heads/one', 'refs/heads/two']);
      answer();
      await waitFor('the records', async () => (await rows(id)).every(({ state }) => state === 'delivered'));
    } finally {
      answer();
      await jobs.stop();
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('are one for each change that a hook wants', async () => {
    const { projectId, id } = await hookOf({ push_events_branch_filter: 'release/*', tag_push_events: true });
    await push(projectId);
    await push(projectId, { via: 'import', ref: 'refs/heads/release/1' });
    await push(projectId, { userId: null, ref: 'refs/heads/release/2' });
    await push(projectId, { ref: 'refs/heads/release/3', newId: null });
    await push(projectId, { ref: 'refs/tags/v1', oldId: null });
    await send(id, 3);
    expect(received.map(({ body }) => [body['object_kind'], body['ref'], body['before'], body['after']])).toEqual([
      ['push', 'refs/heads/release/3', FROM, '0'.repeat(40)],
      ['tag_push', 'refs/tags/v1', '0'.repeat(40), TO],
    ]);
  });

  it('are sent in order, and again with the same keys until the receiver takes them', async () => {
    const { projectId, id } = await hookOf();
    await push(projectId, { ref: 'refs/heads/first' });
    await push(projectId, { ref: 'refs/heads/second' });
    status = 503;
    await send(id, 2);
    expect((await rows(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 0],
    ]);
    await app.testDatabase.query('update hooks set failures = 4 where id = $1', [id]);
    expect((await app.request(owner, 'GET', `/projects/${projectId}/hooks/${id}`)).body).toMatchObject({
      alert_status: 'temporarily_disabled',
      disabled_until: expect.any(String),
    });
    status = 200;
    await app.testDatabase.query('update hook_deliveries set due_at = now() where hook_id = $1', [id]);
    await send(id, 2);
    expect(received.map(({ body }) => body['ref'])).toEqual([
      'refs/heads/first',
      'refs/heads/first',
      'refs/heads/second',
    ]);
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  it('are sent again by the same job when its process died after the sending', async () => {
    const { projectId, id } = await hookOf();
    await push(projectId);
    const job = randomUUID();
    // As the dead process has left it.
    await app.testDatabase.query(
      `update hooks set sending_job = $2, sending_until = now() + interval '60 seconds' where id = $1`,
      [id, job],
    );
    await send(id);
    expect(received).toEqual([]);
    await app.get(SendDelivery).execute({ hookId: id }, { id: job, signal: new AbortController().signal });
    expect(received).toHaveLength(1);
    expect(await rows(id)).toMatchObject([{ state: 'delivered' }]);
  });

  it('reach the receiver at least once, with one UUID for each event, when processes die between sending and record', async () => {
    const { projectId, id } = await hookOf();
    const refs = ['refs/heads/first', 'refs/heads/second', 'refs/heads/third'];
    for (const ref of refs) await push(projectId, { ref });
    const deliveriesStore = app.get(DeliveriesStore);
    const isOverdue = async () =>
      (await app.database.tx((tx) => deliveriesStore.overdue(tx, 1_000))).some((hook) => hook.id === id);
    for (const _ of refs) {
      const record = jest.spyOn(deliveriesStore, 'record').mockRejectedValueOnce(new Error('killed'));
      await expect(send(id)).rejects.toThrow('killed');
      record.mockRestore();
      // The dead process still has the lease: nothing is sent, and no job is added, until it has expired.
      await app.testDatabase.query(
        `update hook_deliveries set due_at = now() - interval '1 minute' where hook_id = $1`,
        [id],
      );
      await send(id);
      expect(await isOverdue()).toBe(false);
      await app.testDatabase.query('update hooks set sending_until = now() where id = $1', [id]);
      expect(await isOverdue()).toBe(true);
      await send(id);
    }
    expect(received.map(({ body }) => body['ref'])).toEqual(refs.flatMap((ref) => [ref, ref]));
    const uuids = received.map(({ headers }) => headers['x-gitlab-event-uuid'] as string);
    expect(uuids).toEqual((await rows(id)).flatMap(({ event_uuid: uuid }) => [uuid, uuid]));
    expect(new Set(uuids).size).toBe(refs.length);
    expect((await rows(id)).map(({ state, attempts }) => [state, attempts])).toEqual(refs.map(() => ['delivered', 1]));
  });

  it('fail at once where the receiver refuses them, and follow no redirect', async () => {
    const { projectId, id } = await hookOf();
    for (status of [404, 302]) {
      await push(projectId);
      await send(id);
    }
    expect((await rows(id)).map(({ state, response_status: code }) => [state, code])).toEqual([
      ['failed', 404],
      ['failed', 302],
    ]);
    expect(received).toHaveLength(2);
  });

  it('end when the receiver has failed for long', async () => {
    const { projectId, id } = await hookOf();
    await push(projectId);
    await push(projectId);
    await app.testDatabase.query('update hooks set failures = 39 where id = $1', [id]);
    status = 500;
    await send(id);
    expect((await rows(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    await push(projectId);
    expect(await rows(id)).toHaveLength(2);
    const at = `/projects/${projectId}/hooks/${id}`;
    expect((await app.request(owner, 'GET', at)).body).toMatchObject({
      alert_status: 'disabled',
      disabled_until: null,
    });
    const changed = await app.request(owner, 'PUT', at, { url: receiver() });
    expect(changed.body).toMatchObject({ alert_status: 'executable' });
    await push(projectId);
    expect(await rows(id)).toHaveLength(3);
  });

  it('do not reach private addresses, however they were configured', async () => {
    const { projectId, id } = await hookOf();
    await push(projectId);
    process.env['HEARTH_HOOKS_TO_PRIVATE'] = '0';
    await send(id).finally(() => (process.env['HEARTH_HOOKS_TO_PRIVATE'] = '1'));
    expect(received).toEqual([]);
    expect(await rows(id)).toMatchObject([{ error: 'That address is not allowed.' }]);
  });

  it('bring new and changed releases', async () => {
    const { projectId, id } = await hookOf({ push_events: false, releases_events: true });
    const times = { createdAt: '2018-02-01T10:00:00.000Z', releasedAt: '2018-02-01T10:00:00.000Z' };
    const links = [{ id: 3, name: 'Notes', url: 'https://example.com/notes', linkType: 'other' }];
    const named = { id: 7, tag: 'v1', name: 'First', description: 'All of it' };
    const data = { projectId, release: { ...named, ...times, authorId: 1, milestoneIds: [], links } };
    for (const reaction of [app.get(OnReleaseCreated), app.get(OnReleaseUpdated)])
      await app.database.tx((tx) => reaction.handle(data, { tx } as Delivery));
    await push(projectId);
    await send(id, 3);
    expect(received.map(({ headers, body }) => [headers['x-gitlab-event'], body['action']])).toEqual([
      ['Release Hook', 'create'],
      ['Release Hook', 'update'],
    ]);
    expect(received[0]!.body).toMatchObject({
      ...{ object_kind: 'release', tag: 'v1', name: 'First', description: 'All of it' },
      project: { id: projectId },
      assets: { count: 5, links: [{ id: 3, link_type: 'other' }] },
      commit: { id: 'c'.repeat(40), title: 'Add a' },
    });
  });

  it('are made for the hooks of the groups around a project, and name the project', async () => {
    const outer = await seed.group(`outer-${++number}`);
    const inner = await seed.group(`inner-${number}`, 'private', [outer]);
    const aside = await seed.group(`aside-${number}`);
    const projectId = await seed.project(inner, `in-${number}`, 'private');
    const ids = [];
    for (const group of [outer, inner, aside]) {
      await seed.namespaceMember(group, owner.userId, 50);
      const made = await app.request(owner, 'POST', `/groups/${group}/hooks`, { url: receiver() });
      ids.push(made.body.id as number);
    }
    await push(projectId);
    for (const id of ids) await send(id);
    const shown = { path_with_namespace: `outer-${number}/inner-${number}/in-${number}` };
    expect(received).toMatchObject([
      { body: { project_id: projectId, project: shown } },
      { body: { project_id: projectId, project: shown } },
    ]);
    const keys = received.map(({ headers }) => headers['x-gitlab-event-uuid']);
    expect(keys[0]).toBe(keys[1]);
    const at = `/groups/${outer}/hooks/${ids[0]}/events`;
    const { body: listed } = await app.request(owner, 'GET', at);
    expect(listed).toMatchObject([{ trigger: 'push_hooks', request_data: { project_id: projectId } }]);
    await app.request(owner, 'POST', `${at}/${listed[0].id}/resend`);
    await send(ids[0]!);
    expect(received).toHaveLength(3);
    await push(projectId);
    await app.testDatabase.query('delete from projects where id = $1', [projectId]);
    for (const id of ids) await send(id);
    expect(received).toHaveLength(3);
    expect((await rows(ids[0]!)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed']);
  });

  describe('by request', () => {
    it('test a hook with the commits of the default branch', async () => {
      const { projectId, id } = await hookOf();
      const test = () => app.request(owner, 'POST', `/projects/${projectId}/hooks/${id}/test/push_events`);
      expect(await test()).toMatchObject({
        status: 422,
        body: { message: 'Ensure the project has at least one commit.' },
      });
      await app.testDatabase.query(`update projects set default_branch = 'trunk' where id = $1`, [projectId]);
      expect(await test()).toMatchObject({ status: 201, body: { message: '201 Created' } });
      await send(id);
      expect(received).toMatchObject([
        { body: { object_kind: 'push', ref: 'refs/heads/trunk', after: 'c'.repeat(40) } },
      ]);
      const wrong = await app.request(owner, 'POST', `/projects/${projectId}/hooks/${id}/test/wiki_page_events`);
      expect(wrong).toMatchObject({ status: 400, body: { error: 'trigger does not have a valid value' } });
    });

    it('are listed without secrets, and sent again with the same key', async () => {
      const { projectId, id } = await hookOf({ token: 'top secret' });
      const at = `/projects/${projectId}/hooks/${id}/events`;
      await push(projectId);
      expect((await app.request(owner, 'GET', at)).body).toEqual([]);
      await send(id);
      const { body: listed } = await app.request(owner, 'GET', at);
      expect(listed).toMatchObject([
        {
          url: receiver(),
          trigger: 'push_hooks',
          request_headers: { 'X-Gitlab-Token': '[REDACTED]', 'X-Gitlab-Event': 'Push Hook' },
          request_data: { object_kind: 'push', project_id: projectId },
          response_status: '200',
          response_body: 'thanks',
          error: null,
        },
      ]);
      const resent = await app.request(owner, 'POST', `${at}/${listed[0].id}/resend`);
      expect(resent).toMatchObject({ status: 201, body: { message: '201 Created' } });
      await send(id);
      expect(received[1]!.headers['idempotency-key']).toBe(received[0]!.headers['idempotency-key']);
      expect(received[1]!.body).toEqual(received[0]!.body);
      expect((await app.request(owner, 'POST', `${at}/1/resend`)).status).toBe(404);
      expect((await app.request(owner, 'GET', `${at}?status=200`)).status).toBe(400);
    });
  });
});
