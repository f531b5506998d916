import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe.each(['issue', 'snippet'] as const)('notes on an %s', (kind) => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const master = user(2);
  const guest = user(3);
  const visitor = user(4);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [master, guest, visitor]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  /** Creates a record of the kind in a new project with a master and a guest. @returns its path */
  async function newRecord(visibility: Visibility = 'private'): Promise<string> {
    const project = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(project, master.userId, 40);
    await seed.projectMember(project, guest.userId, 10);
    return newRecordIn(project);
  }
  async function newRecordIn(project: ProjectId): Promise<string> {
    const at = `/projects/${project}/${kind}s`;
    const body =
      kind === 'issue' ? { title: 'one' } : { title: 'one', file_name: 'a', code: 'x', visibility: 'public' };
    const made = await app.request(owner, 'POST', at, body);
    return `${at}/${kind === 'issue' ? made.body.iid : made.body.id}`;
  }
  const write = (caller: Principal | null, record: string, body: object) =>
    app.request(caller, 'POST', `${record}/notes`, body);
  const bodies = async (record: string, query = '') =>
    (await app.request(guest, 'GET', `${record}/notes${query}`)).body.map(({ body }: { body: string }) => body);

  it('are written, read, changed and deleted', async () => {
    const record = await newRecord();
    const { status, body } = await write(guest, record, { body: 'First @user-2' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        body: 'First @user-2',
        attachment: null,
        author: expect.objectContaining({ username: 'user-3', email: null, created_at: expect.any(String) }),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        system: false,
        noteable_id: expect.any(Number),
        noteable_type: kind === 'issue' ? 'Issue' : 'Snippet',
        noteable_iid: kind === 'issue' ? 1 : null,
        resolvable: false,
        type: null,
        discussion_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
    const one = await app.request(guest, 'GET', `${record}/notes/${body.id}`);
    const more = kind === 'issue' ? {} : { title: 'one', file_name: 'a', expires_at: null };
    expect(one.body).toEqual({ ...body, ...more });
    const changed = await app.request(guest, 'PUT', `${record}/notes/${body.id}`, { body: 'Second' });
    expect(changed).toMatchObject({ status: 200, body: { body: 'Second' } });
    expect((await app.request(guest, 'DELETE', `${record}/notes/${body.id}`)).status).toBe(204);
    expect(await app.request(guest, 'GET', `${record}/notes/${body.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Note Not Found' },
    });
  });

  it('are listed in pages, by either time', async () => {
    const record = await newRecord();
    for (const body of ['a', 'b', 'c']) await write(owner, record, { body });
    expect(await bodies(record)).toEqual(['c', 'b', 'a']);
    expect(await bodies(record, '?sort=asc')).toEqual(['a', 'b', 'c']);
    expect(await bodies(record, '?sort=asc&per_page=1&page=2')).toEqual(['b']);
    const [{ id }] = (await app.request(guest, 'GET', `${record}/notes?sort=asc`)).body;
    await app.request(owner, 'PUT', `${record}/notes/${id}`, { body: 'a again' });
    expect(await bodies(record, '?order_by=updated_at')).toEqual(['a again', 'c', 'b']);
  });

  it.each([
    [{}, 400, { error: 'body is missing' }],
    [{ body: ' ' }, 400, { message: { note: ["can't be blank"] } }],
    [{ body: 'x'.repeat(1_000_001) }, 400, { error: 'body is invalid' }],
    [{ body: 'a\0b' }, 400, { error: 'body is invalid' }],
    [{ body: 'x', created_at: 'soon' }, 400, { error: 'created_at is invalid' }],
  ])('are not written from %#', async (note, status, answer) => {
    const record = await newRecord();
    expect(await write(owner, record, note)).toMatchObject({ status, body: answer });
    expect(await bodies(record)).toEqual([]);
  });

  it('have the time that owners give them', async () => {
    const record = await newRecord();
    const given = { body: 'old', created_at: '2020-01-02T03:04:05Z' };
    expect((await write(owner, record, given)).body.created_at).toBe('2020-01-02T03:04:05.000Z');
    expect((await write(guest, record, given)).body.created_at).not.toBe('2020-01-02T03:04:05.000Z');
  });

  it('are changed by their authors and by masters', async () => {
    const record = await newRecord('public');
    const { id } = (await write(visitor, record, { body: 'mine' })).body;
    const put = async (caller: Principal) =>
      (await app.request(caller, 'PUT', `${record}/notes/${id}`, { body: 'new' })).status;
    expect([await put(guest), await put(visitor), await put(master)]).toEqual([403, 200, 200]);
    expect((await app.request(guest, 'DELETE', `${record}/notes/${id}`)).status).toBe(403);
    expect((await app.request(master, 'DELETE', `${record}/notes/${id}`)).status).toBe(204);
  });

  it('are for those who see the record, and belong to it alone', async () => {
    const record = await newRecord();
    const { id } = (await write(owner, record, { body: 'x' })).body;
    expect((await write(null, record, { body: 'x' })).status).toBe(401);
    expect((await write(visitor, record, { body: 'x' })).status).toBe(404);
    expect(await write(owner, `${record}9999`, { body: 'x' })).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    });
    const other = await newRecord();
    expect((await app.request(owner, 'GET', `${other}/notes/${id}`)).status).toBe(404);
    expect((await app.request(owner, 'DELETE', `${other}/notes/${id}`)).status).toBe(404);
  });

  it('that are only an emoji are awards', async () => {
    const record = await newRecord();
    const { status, body } = await write(guest, record, { body: ':tada:' });
    const type = kind === 'issue' ? 'Issue' : 'Snippet';
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'tada',
        user: expect.objectContaining({ username: 'user-3' }),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        awardable_id: expect.any(Number),
        awardable_type: type,
      },
    ]);
    expect((await write(guest, record, { body: ':tada:' })).body).toEqual(body);
    expect(await bodies(record)).toEqual([]);
    expect((await app.request(owner, 'GET', `${record}/award_emoji`)).body).toEqual([body]);
  });

  it('and their record are awarded', async () => {
    const record = await newRecord();
    const { id } = (await write(owner, record, { body: 'note' })).body;
    for (const at of [record, `${record}/notes/${id}`]) {
      const give = (caller: Principal, name: string) => app.request(caller, 'POST', `${at}/award_emoji`, { name });
      const { status, body } = await give(guest, '+1');
      expect([status, body.name]).toEqual([201, 'thumbsup']);
      expect(await give(guest, 'thumbsup')).toMatchObject({
        status: 404,
        body: { message: '404 Award Emoji {:name=>["has already been taken"]} Not Found' },
      });
      expect(await give(guest, 'unknown_thing')).toMatchObject({
        status: 404,
        body: { message: '404 Award Emoji {:name=>["is not included in the list"]} Not Found' },
      });
      expect(await give(owner, 'thumbsdown')).toMatchObject({
        status: 404,
        body: { message: '404 Award Emoji Not Found' },
      });
      expect((await give(owner, 'heart')).status).toBe(201);
      expect((await app.request(guest, 'GET', `${at}/award_emoji/${body.id}`)).body).toEqual(body);
      expect((await app.request(guest, 'GET', `${at}/award_emoji`)).body).toHaveLength(2);
      expect((await app.request(owner, 'DELETE', `${at}/award_emoji/${body.id}`)).status).toBe(401);
      if (kind === 'issue' && at === record)
        expect((await app.request(owner, 'GET', record)).body).toMatchObject({ upvotes: 1, downvotes: 0 });
      expect((await app.request(guest, 'DELETE', `${at}/award_emoji/${body.id}`)).status).toBe(204);
      expect((await app.request(guest, 'GET', `${at}/award_emoji`)).body).toHaveLength(1);
    }
  });

  if (kind === 'issue') {
    it('are counted, without system notes, which cannot be changed', async () => {
      const record = await newRecord();
      await write(owner, record, { body: 'one' });
      await app.request(owner, 'PUT', record, { title: 'changed' });
      const [system] = (await app.request(owner, 'GET', `${record}/notes`)).body;
      expect(system).toMatchObject({ system: true, body: expect.stringMatching(/^changed title/) });
      const put = await app.request(owner, 'PUT', `${record}/notes/${system.id}`, { body: 'mine' });
      expect(put).toMatchObject({ status: 200, body: { body: system.body } });
      expect((await app.request(owner, 'GET', record)).body.user_notes_count).toBe(1);
      const { id } = (await write(owner, record, { body: 'two' })).body;
      await app.request(owner, 'DELETE', `${record}/notes/${id}`);
      expect((await app.request(owner, 'GET', record)).body.user_notes_count).toBe(1);
    });

    it('carry out their quick actions, with the rights of who wrote them', async () => {
      const record = await newRecord();
      const project = record.slice(0, record.indexOf('/issues'));
      for (const name of ['bug', 'two words'])
        await app.request(owner, 'POST', `${project}/labels`, { name, color: '#fff' });
      await app.request(owner, 'POST', `${project}/milestones`, { title: 'v 1' });
      const only = await write(owner, record, { body: '/label ~bug ~"two words"\n/close' });
      expect(only).toMatchObject({
        status: 202,
        body: {
          commands_changes: { labels: ['bug', 'two words'], state_event: 'close' },
          summary: ['Set the labels to bug, two words.', 'Closed this issue.'],
        },
      });
      const more = [
        '/assign @user-3',
        '/milestone %"v 1"',
        '/due 2026-05-06',
        '/title New',
        '/award :tada:',
        '/unlabel ~bug',
      ];
      const mixed = await write(owner, record, { body: `Done.\n${more.join('\n')}\n/reopen\n/unknown` });
      expect([mixed.status, mixed.body.body]).toEqual([201, 'Done.\n/unknown']);
      expect((await app.request(owner, 'GET', record)).body).toMatchObject({
        title: 'New',
        state: 'opened',
        labels: ['two words'],
        assignee: { id: guest.userId },
        milestone: { title: 'v 1' },
        due_date: '2026-05-06',
      });
      expect((await app.request(owner, 'GET', `${record}/award_emoji`)).body).toMatchObject([{ name: 'tada' }]);
      const other = await newRecord();
      const refused = await write(guest, other, { body: '/close\n/label ~bug' });
      expect([refused.status, refused.body.body]).toEqual([201, '/close\n/label ~bug']);
      const subscribed = await write(guest, other, { body: '/subscribe' });
      expect([subscribed.status, (await app.request(guest, 'GET', other)).body.subscribed]).toEqual([202, true]);
    });

    it('are left out of the description of a new issue, once carried out', async () => {
      const project = (await newRecord()).replace(/\/issues.*/, '');
      const given = { title: 'two', description: 'Text\n/due 2026-05-06\n/nothing' };
      const { body } = await app.request(owner, 'POST', `${project}/issues`, given);
      expect(body).toMatchObject({ description: 'Text\n/nothing', due_date: '2026-05-06' });
    });

    it('of a locked discussion are for members', async () => {
      const record = await newRecord('public');
      const { id } = (await write(visitor, record, { body: 'before' })).body;
      await app.request(owner, 'PUT', record, { discussion_locked: true });
      expect((await write(visitor, record, { body: 'after' })).status).toBe(403);
      expect((await app.request(visitor, 'PUT', `${record}/notes/${id}`, { body: 'x' })).status).toBe(403);
      expect((await write(guest, record, { body: 'after' })).status).toBe(201);
    });

    it('of confidential issues are hidden with them', async () => {
      const record = await newRecord('public');
      await app.request(owner, 'PUT', record, { confidential: true });
      expect((await app.request(guest, 'GET', `${record}/notes`)).status).toBe(404);
      expect((await write(guest, record, { body: 'x' })).status).toBe(404);
    });

    it('make those whom they mention take part', async () => {
      const record = await newRecord();
      await write(owner, record, { body: 'ask @user-3 and @nobody' });
      const { body } = await app.request(guest, 'GET', record);
      expect(body.subscribed).toBe(true);
    });
  }
});
