import { AccessLevel, type Principal, type Visibility } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { user, type FakeProject, type FakeWorld } from '../testing/fake-world.js';
import { OnMergeRequestMentioned } from '../events/on-mentioned.js';
import { MergeRequestsProvider } from '../provider/merge-requests.provider.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('notes on merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const [owner, master, developer, reporter, guest, visitor] = [1, 2, 3, 4, 5, 6].map((id) => user(id)) as [
    ...[Principal, Principal, Principal],
    ...[Principal, Principal, Principal],
  ];
  const deleted = user(901);
  let world: FakeWorld;

  beforeAll(() => {
    world = app.world;
  });

  function newProject(visibility: Visibility = 'private', overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = world.addProject({ visibility, ...overrides });
    project.members.set(owner.userId, AccessLevel.owner);
    project.members.set(master.userId, AccessLevel.master);
    project.members.set(developer.userId, AccessLevel.developer);
    project.members.set(deleted.userId, AccessLevel.developer);
    project.members.set(reporter.userId, AccessLevel.reporter);
    project.members.set(guest.userId, AccessLevel.guest);
    return project;
  }
  /** @returns the path of a merge request of the developer */
  async function open(project = newProject(), fields: object = {}): Promise<string> {
    const { iid } = await app.open(developer, project, fields);
    return `/projects/${project.card.id}/merge_requests/${iid}`;
  }
  const write = (caller: Principal | null, record: string, body: object | string) =>
    app.request(caller, 'POST', `${record}/notes`, typeof body === 'string' ? { body } : body);
  const get = async (record: string, caller = reporter) => (await app.request(caller, 'GET', record)).body;
  const bodies = async (record: string, query = '') =>
    (await get(`${record}/notes${query}`)).map(({ body }: { body: string }) => body);

  it('are read with the token of a job of the project', async () => {
    const project = newProject();
    const record = await open(project);
    const credential = { kind: 'job' as const, tokenId: null, scopes: [], projectId: project.card.id };
    const job: Principal = { ...reporter, credential };
    const { body: note } = await write(reporter, record, 'For jobs');
    expect(await get(`${record}/notes`, job)).toMatchObject([{ id: note.id, body: 'For jobs' }]);
    expect(await get(`${record}/notes/${note.id}`, job)).toMatchObject({ id: note.id });
    expect((await write(job, record, 'From a job')).status).toBe(403);
    expect((await app.request(job, 'GET', `${record}/discussions`)).status).toBe(403);
  });

  it('are written, read, changed and deleted', async () => {
    const record = await open();
    const { status, body } = await write(reporter, record, 'First @user-5 @user-6');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        body: 'First @user-5 @user-6',
        attachment: null,
        author: expect.objectContaining({
          username: 'user-4',
          email: 'user-4@example.com',
          created_at: '2018-01-01T00:00:00.000Z',
        }),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        system: false,
        noteable_id: (await get(record)).id,
        noteable_type: 'MergeRequest',
        noteable_iid: 1,
        resolvable: false,
        type: null,
        discussion_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
    const at = `${record}/notes/${body.id}`;
    expect(await get(at)).toEqual(body);
    expect(await get(record)).toMatchObject({ user_notes_count: 1, subscribed: true });
    // A mentioned user who may read it becomes a participant.
    expect(await app.database.query('select user_id from merge_request_mentions')).toEqual([{ user_id: guest.userId }]);
    const changed = await app.request(reporter, 'PUT', at, { body: 'Second' });
    expect(changed).toMatchObject({ status: 200, body: { body: 'Second', noteable_type: 'MergeRequest' } });
    expect((await app.request(reporter, 'DELETE', at)).status).toBe(204);
    expect(await app.request(reporter, 'GET', at)).toMatchObject({
      status: 404,
      body: { message: '404 Note Not Found' },
    });
    expect((await get(record)).user_notes_count).toBe(0);
  });

  it('are published, and answered by id', async () => {
    const project = newProject();
    const record = await open(project);
    const { id, created_at: createdAt } = (await write(reporter, record, 'First')).body;
    await app.request(master, 'PUT', `${record}/notes/${id}`, { body: 'Second' });
    await app.request(owner, 'PUT', record, { title: 'Renamed' });
    const { id: mergeRequestId } = await get(record);
    const text = `select data from outbox where type = 'merge-requests.note-saved' and key = $1 order by id`;
    const saved = { projectId: project.card.id, mergeRequestId, noteId: id };
    expect(await app.database.query(text, [String(project.card.id)])).toEqual([
      { data: { ...saved, userId: reporter.userId, action: 'create' } },
      { data: { ...saved, userId: master.userId, action: 'update' } },
    ]);
    const provider = app.get(MergeRequestsProvider);
    const ids = [id, 999_999];
    const mergeRequest = { id: mergeRequestId, iid: 1, title: 'Renamed' };
    expect(await provider.notesByIds({ ids })).toEqual({
      notes: [
        {
          id,
          mergeRequest,
          authorId: reporter.userId,
          body: 'Second',
          line: null,
          createdAt,
          updatedAt: expect.any(String),
        },
      ],
    });
    expect((await provider.notesByIds({ ids, mostText: 3 })).notes).toMatchObject([{ id, body: 'Sec' }]);
    expect(await provider.byIds({ ids: [mergeRequestId] })).toEqual({ mergeRequests: [mergeRequest] });
    await app.request(owner, 'DELETE', record);
    expect([await provider.notesByIds({ ids }), await provider.byIds({ ids: [mergeRequestId] })]).toEqual([
      { notes: [] },
      { mergeRequests: [] },
    ]);
  });

  it('are listed in pages, by either time', async () => {
    const record = await open();
    for (const body of ['a', 'b', 'c']) await write(owner, record, body);
    expect(await bodies(record)).toEqual(['c', 'b', 'a']);
    expect(await bodies(record, '?sort=asc')).toEqual(['a', 'b', 'c']);
    expect(await bodies(record, '?sort=asc&per_page=1&page=2')).toEqual(['b']);
    const [{ id }] = await get(`${record}/notes?sort=asc`);
    await app.request(owner, 'PUT', `${record}/notes/${id}`, { body: 'a again' });
    expect(await bodies(record, '?order_by=updated_at')).toEqual(['a again', 'c', 'b']);
  });

  it.each([
    [{}, 400, { error: 'body is missing' }],
    [{ body: ' ' }, 400, { message: { note: ["can't be blank"] } }],
    [{ body: 'x'.repeat(1_000_001) }, 400, { error: 'body is invalid' }],
    [{ body: 'x', created_at: 'soon' }, 400, { error: 'created_at is invalid' }],
  ])('are not written from %#', async (note, status, answer) => {
    const record = await open();
    expect(await write(owner, record, note)).toMatchObject({ status, body: answer });
    expect(await bodies(record)).toEqual([]);
  });

  it('have the time that owners give them', async () => {
    const record = await open();
    const given = { body: 'old', created_at: '2020-01-02T03:04:05Z' };
    expect((await write(owner, record, given)).body.created_at).toBe('2020-01-02T03:04:05.000Z');
    expect((await write(developer, record, given)).body.created_at).not.toBe('2020-01-02T03:04:05.000Z');
  });

  it('are changed by their authors and by masters', async () => {
    const record = await open(newProject('public'));
    const { id } = (await write(visitor, record, 'mine')).body;
    const change = async (caller: Principal, method: 'PUT' | 'DELETE') =>
      (await app.request(caller, method, `${record}/notes/${id}`, method === 'PUT' ? { body: 'new' } : undefined))
        .status;
    expect(await change(developer, 'PUT')).toBe(403);
    expect([await change(visitor, 'PUT'), await change(master, 'PUT')]).toEqual([200, 200]);
    expect([await change(developer, 'DELETE'), await change(master, 'DELETE')]).toEqual([403, 204]);
  });

  it('are for those who may read the merge request', async () => {
    const project = newProject();
    const record = await open(project);
    const { id } = (await write(owner, record, 'x')).body;
    expect((await write(null, record, 'x')).status).toBe(401);
    expect((await write(visitor, record, 'x')).status).toBe(404);
    const asGuest = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const answer = await app.request(guest, method, `${record}/${path}`, body);
      return [answer.status, answer.body.message];
    };
    expect(await asGuest('GET', 'notes')).toEqual([404, '404 Notes Not Found']);
    expect(await asGuest('GET', `notes/${id}`)).toEqual([404, '404 Note Not Found']);
    expect(await asGuest('POST', 'notes', { body: 'x' })).toEqual([404, '404 Note Not Found']);
    expect(await asGuest('PUT', `notes/${id}`, { body: 'x' })).toEqual([404, '404 Note Not Found']);
    expect(await asGuest('DELETE', `notes/${id}`)).toEqual([404, '404 Note Not Found']);
    expect(await asGuest('GET', 'award_emoji')).toEqual([404, '404 Award Emoji Not Found']);
    // A guest who is its assignee may read and write.
    const assigned = await open(project, { assignee_id: guest.userId });
    expect((await write(guest, assigned, 'x')).status).toBe(201);
    expect((await write(reporter, await open(newProject('public', { archived: false })), 'x')).status).toBe(201);
  });

  it('belong to one merge request, and are not found under another', async () => {
    const project = newProject();
    const [record, other] = [await open(project), await open(project)];
    const { id } = (await write(owner, record, 'x')).body;
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(
        (await app.request(owner, method, `${other}/notes/${id}`, method === 'PUT' ? { body: 'y' } : undefined)).status,
      ).toBe(404);
    expect(await write(owner, `${record}9999`, 'x')).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect(await write(owner, `${record.slice(0, record.lastIndexOf('/'))}/one`, 'x')).toMatchObject({
      status: 400,
      body: { error: 'merge_request_iid is invalid' },
    });
  });

  it('go on in archived projects, and stop where merge requests are off or the discussion is locked', async () => {
    const project = newProject('public');
    const record = await open(project);
    project.card = { ...project.card, archived: true };
    expect((await write(visitor, record, 'x')).status).toBe(201);
    await app.database.query('update merge_requests set discussion_locked = true');
    expect([(await write(visitor, record, 'x')).status, (await write(guest, record, 'x')).status]).toEqual([403, 201]);
    await app.database.query('update merge_requests set discussion_locked = null');
    project.card = { ...project.card, features: { ...project.card.features, mergeRequests: 'disabled' } };
    expect((await write(owner, record, 'x')).status).toBe(403);
  });

  it('that are only an emoji are awards, and so are those given to them and to the merge request', async () => {
    const record = await open();
    const tada = await write(reporter, record, ':tada:');
    expect(tada).toMatchObject({
      status: 201,
      body: { name: 'tada', user: { username: 'user-4' }, awardable_type: 'MergeRequest' },
    });
    expect(await write(reporter, record, ':tada:')).toMatchObject({ status: 201, body: tada.body });
    const { id } = (await write(developer, record, 'note')).body;
    for (const at of [record, `${record}/notes/${id}`]) {
      const give = (caller: Principal, name: string) => app.request(caller, 'POST', `${at}/award_emoji`, { name });
      const { status, body } = await give(reporter, '+1');
      expect([status, body.name, body.awardable_type]).toEqual([
        201,
        'thumbsup',
        at === record ? 'MergeRequest' : 'Note',
      ]);
      expect((await give(reporter, 'thumbsup')).body.message).toMatch(/has already been taken/);
      expect((await give(reporter, 'unknown_thing')).body.message).toMatch(/is not included in the list/);
      expect(await give(developer, 'thumbsdown')).toMatchObject({
        status: 404,
        body: { message: '404 Award Emoji Not Found' },
      });
      expect((await give(master, 'thumbsdown')).status).toBe(201);
      expect(await get(`${at}/award_emoji/${body.id}`)).toEqual(body);
      if (at === record) expect(await get(record)).toMatchObject({ upvotes: 1, downvotes: 1, user_notes_count: 1 });
      expect((await app.request(developer, 'DELETE', `${at}/award_emoji/${body.id}`)).status).toBe(401);
      expect((await app.request(reporter, 'DELETE', `${at}/award_emoji/${body.id}`)).status).toBe(204);
      if (at === record) expect(await get(record)).toMatchObject({ upvotes: 0, downvotes: 1 });
    }
  });

  it('subscribe those who may, by a quick action, and leave the others their text', async () => {
    const record = await open();
    const only = await write(master, record, '/subscribe');
    expect(only).toMatchObject({
      status: 202,
      body: {
        commands_changes: { subscription_event: 'subscribe' },
        summary: ['Subscribed to this merge request.'],
      },
    });
    expect((await get(record, master)).subscribed).toBe(true);
    const mixed = await write(master, record, 'Enough.\n/unsubscribe\n/award :tada:\n/unknown');
    expect([mixed.status, mixed.body.body]).toEqual([201, 'Enough.\n/unknown']);
    expect((await get(record, master)).subscribed).toBe(false);
    expect(await get(`${record}/award_emoji`)).toMatchObject([{ name: 'tada', user: { username: 'user-2' } }]);
    expect(await write(reporter, record, '/subscribe')).toMatchObject({ status: 201, body: { body: '/subscribe' } });
  });

  it('and descriptions have the issues that they name noted', async () => {
    const record = await open(newProject(), { title: 'For #1', description: 'Closes other/project#2' });
    const { id } = (await write(owner, record, 'See #3')).body;
    await app.request(owner, 'PUT', `${record}/notes/${id}`, { body: 'See nothing' });
    const text = `select data -> 'issues' as issues from outbox where type = 'merge-requests.mentioned' order by id`;
    expect(await app.database.query(text)).toEqual([
      {
        issues: [
          { path: null, iid: 1 },
          { path: 'other/project', iid: 2 },
        ],
      },
      { issues: [{ path: null, iid: 3 }] },
    ]);
  });

  it('tell of each issue that names the merge request, once', async () => {
    const project = newProject();
    const record = await open(project);
    const named = { projectId: project.card.id, iid: 1, userId: owner.userId as number };
    const { fullPath } = newProject().card;
    for (const source of ['issue #2', 'issue #2', `commit ${fullPath}@1234`, 'commit no/project@1234'])
      await app.database.tx((tx) => app.get(OnMergeRequestMentioned).handle({ ...named, source }, { tx } as Delivery));
    await app.database.tx((tx) =>
      app.get(OnMergeRequestMentioned).handle({ ...named, iid: 99, source: 'issue #2' }, { tx } as Delivery),
    );
    const [note] = await get(`${record}/notes?sort=asc`);
    expect(note).toMatchObject({ system: true, author: { username: 'user-1' } });
    // A note is shown to the readers of the record that it names.
    expect(await bodies(record, '?sort=asc')).toEqual([
      'mentioned in issue #2',
      `mentioned in commit ${fullPath}@1234`,
    ]);
    expect((await get(record)).user_notes_count).toBe(0);
    const change = await app.request(owner, 'PUT', `${record}/notes/${note.id}`, { body: 'mine' });
    expect(change).toMatchObject({ status: 200, body: { body: 'mentioned in issue #2' } });
  });

  it('of deleted users are the ghost’s', async () => {
    const record = await open();
    await write(deleted, record, 'last words');
    expect(await get(`${record}/notes`)).toMatchObject([{ body: 'last words', author: { username: 'ghost' } }]);
  });
});
