import type { Principal } from '@hearth/contract-kit';
import { mergeScene, author, developer, guest, master, type Body } from '../testing/merge-scene.js';
import { user } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

const RESOLVED_ALL = 'resolved all discussions';

describe('discussions of merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const reader = user(8);
  const visitor = user(9);

  const at = (mr: Body, rest = '') => `/projects/${mr.project_id}/merge_requests/${mr.iid}/discussions${rest}`;
  const post = (caller: Principal | null, mr: Body, fields: object, rest = '') =>
    app.request(caller, 'POST', at(mr, rest), fields);
  const opened = async (fields: object = {}) => (await scene.opened(scene.newProject(fields))).mr;
  /** Opens a discussion of a new merge request, with a reply. */
  async function discussed(): Promise<{ mr: Body; id: string; notes: Body[] }> {
    const mr = await opened({ onlyAllowMergeIfAllDiscussionsAreResolved: true });
    const { id } = (await post(reader, mr, { body: 'Why?' })).body;
    await post(developer, mr, { body: 'Because.' }, `/${id}/notes`);
    return { mr, id, notes: (await app.request(developer, 'GET', at(mr, `/${id}`))).body.notes };
  }
  const resolve = (caller: Principal | null, mr: Body, rest: string, resolved: boolean | object = true) =>
    app.request(caller, 'PUT', at(mr, rest), typeof resolved === 'object' ? resolved : { resolved });

  it('are opened, answered and listed, beside the notes that stand alone', async () => {
    const mr = await opened();
    const url = at(mr).replace('/discussions', '/notes');
    const alone = (await app.request(reader, 'POST', url, { body: 'first' })).body;
    const answer = await post(reader, mr, { body: 'Why?' });
    expect(answer).toMatchObject({ status: 201, body: { individual_note: false, notes: [{ body: 'Why?' }] } });
    const { id } = answer.body;
    expect(id).toMatch(/^[0-9a-f]{40}$/);
    const unresolved = { resolvable: true, resolved: false, resolved_by: null, resolved_at: null };
    const reply = await post(author, mr, { body: ':tada:' }, `/${id}/notes`);
    const said = { body: ':tada:', type: 'DiscussionNote', discussion_id: id, ...unresolved };
    expect(reply).toMatchObject({ status: 201, body: said });
    const list = await app.request(reader, 'GET', at(mr));
    expect(list.body).toEqual([
      { id: alone.discussion_id, individual_note: true, notes: [alone] },
      { id, individual_note: false, notes: [expect.objectContaining({ body: 'Why?', ...unresolved }), reply.body] },
    ]);
    expect((await app.request(reader, 'GET', `${at(mr)}?per_page=1&page=2`)).body).toEqual([list.body[1]]);
    expect((await app.request(reader, 'GET', at(mr, `/${id}/notes`))).body).toEqual(list.body[1].notes);
    expect((await app.request(reader, 'GET', at(mr, `/${id}/notes/${reply.body.id}`))).body).toEqual(reply.body);
    expect((await scene.read(mr)).user_notes_count).toBe(3);
  });

  it('begin with a note that stood alone, once it is answered', async () => {
    const mr = await opened();
    const alone = (await app.request(reader, 'POST', at(mr).replace('/discussions', '/notes'), { body: 'x' })).body;
    expect((await post(author, mr, { body: 'y' }, `/${alone.discussion_id}/notes`)).status).toBe(201);
    const { body } = await app.request(reader, 'GET', at(mr, `/${alone.discussion_id}`));
    expect(body).toMatchObject({ individual_note: false, notes: [{ id: alone.id, resolvable: true }, { body: 'y' }] });
  });

  it('lose notes, and end with the last', async () => {
    const { mr, id, notes } = await discussed();
    const note = (place: number) => at(mr, `/${id}/notes/${notes[place].id}`);
    expect((await app.request(developer, 'PUT', note(1), { body: 'Well.' })).body.body).toBe('Well.');
    expect((await app.request(reader, 'DELETE', note(0))).status).toBe(204);
    expect((await app.request(reader, 'GET', at(mr))).body).toMatchObject([{ id, notes: [{ body: 'Well.' }] }]);
    expect((await app.request(developer, 'DELETE', note(1))).status).toBe(204);
    expect(await app.request(reader, 'GET', at(mr, `/${id}`))).toMatchObject({
      ...{ status: 404, body: { message: '404 Discussion Not Found' } },
    });
  });

  it('are resolved and opened again, and decide about the merge', async () => {
    const { mr, id } = await discussed();
    const open = { blocking_discussions_resolved: false, detailed_merge_status: 'discussions_not_resolved' };
    expect(await scene.read(mr)).toMatchObject(open);
    expect((await scene.accept(developer, mr)).status).toBe(405);
    const { status, body } = await resolve(author, mr, `/${id}`);
    const by = { resolvable: true, resolved: true, resolved_by: { username: 'user-3' } };
    expect([status, body.notes]).toMatchObject([200, [by, by]]);
    expect(await scene.notes(mr)).toEqual([[author.userId, RESOLVED_ALL]]);
    // A reply leaves it resolved.
    expect((await post(reader, mr, { body: 'Thanks' }, `/${id}/notes`)).body).toMatchObject({ resolved: true });
    await resolve(developer, mr, `/${id}`, false);
    expect(await scene.read(mr)).toMatchObject(open);
    await resolve(developer, mr, `/${id}`);
    expect(await scene.read(mr)).toMatchObject({
      ...{ blocking_discussions_resolved: true, detailed_merge_status: 'mergeable' },
    });
    expect((await scene.accept(developer, mr)).status).toBe(200);
  });

  it('do not decide where the project allows open ones', async () => {
    const mr = await opened();
    await post(reader, mr, { body: 'Why?' });
    expect(await scene.read(mr)).toMatchObject({ blocking_discussions_resolved: true });
    expect((await scene.accept(developer, mr)).status).toBe(200);
  });

  it('are resolved note by note', async () => {
    const { mr, id, notes } = await discussed();
    const [first, second] = notes.map((note) => `/${id}/notes/${note.id}`) as [string, string];
    expect((await resolve(reader, mr, first)).body).toMatchObject({ resolved: true });
    expect(await scene.notes(mr)).toEqual([]);
    expect((await resolve(reader, mr, second)).status).toBe(403);
    expect((await resolve(developer, mr, second)).body).toMatchObject({ resolved: true });
    expect(await scene.notes(mr)).toEqual([[developer.userId, RESOLVED_ALL]]);
    expect(await resolve(developer, mr, first, {})).toMatchObject({
      ...{ status: 400, body: { error: 'body, resolved are missing, exactly one parameter must be provided' } },
    });
    const both = await resolve(developer, mr, first, { body: 'x', resolved: true });
    expect(both).toMatchObject({ status: 400, body: { error: 'body, resolved are mutually exclusive' } });
  });

  it('are resolved by the author and by developers only, in a locked one by members', async () => {
    const { mr, id } = await discussed();
    for (const caller of [reader, guest, visitor]) expect((await resolve(caller, mr, `/${id}`)).status).toBe(403);
    const alone = (await app.request(reader, 'POST', at(mr).replace('/discussions', '/notes'), { body: 'x' })).body;
    expect((await resolve(master, mr, `/${alone.discussion_id}`)).status).toBe(403);
    expect(await resolve(master, mr, `/${alone.discussion_id}/notes/${alone.id}`)).toMatchObject({
      ...{ status: 400, body: { message: '400 Bad request - Note is not resolvable' } },
    });
    const own = (await post(visitor, mr, { body: 'x' })).body;
    await app.testDatabase.query('update merge_requests set discussion_locked = true where id = $1', [mr.id]);
    expect((await resolve(visitor, mr, `/${own.id}/notes/${own.notes[0].id}`)).status).toBe(403);
    expect((await resolve(developer, mr, `/${own.id}`)).status).toBe(200);
    expect((await resolve(developer, mr, '/nothing')).status).toBe(404);
  });

  it('let the automatic merge go on when the last is resolved or deleted', async () => {
    for (const end of [
      (mr: Body, { id }: Body) => resolve(developer, mr, `/${id}`),
      (mr: Body, { id, notes }: Body) => app.request(master, 'DELETE', at(mr, `/${id}/notes/${notes[0].id}`)),
    ]) {
      const mr = await opened({ onlyAllowMergeIfAllDiscussionsAreResolved: true });
      scene.pipeline(mr, 'pending');
      expect((await scene.autoMerge(developer, mr)).status).toBe(200);
      const discussion = (await post(reader, mr, { body: 'Why?' })).body;
      scene.pipeline(mr, 'success');
      await scene.runAutoMerge(mr);
      expect(scene.mergesOf(mr)).toEqual([]);
      await app.testDatabase.query(`delete from merge_requests_jobs.job where name = 'merge-when-succeeded'`);
      await end(mr, discussion);
      expect(await scene.queued('merge-when-succeeded', mr)).toBe(1);
      await scene.runAutoMerge(mr);
      expect(scene.mergesOf(mr)).toHaveLength(1);
    }
  });

  it('refuse replies to system notes, empty texts, commits and more than 250 notes', async () => {
    const { mr, id } = await discussed();
    await resolve(author, mr, `/${id}`);
    const list = (await app.request(reader, 'GET', at(mr))).body;
    const system = list.find(({ notes }: Body) => notes[0].system);
    expect(system).toMatchObject({ individual_note: true, notes: [{ resolvable: false }] });
    const refused = (message: unknown) => ({ status: 400, body: { message } });
    expect(await post(author, mr, { body: 'x' }, `/${system.id}/notes`)).toMatchObject(
      refused('400 Bad request - Discussion can not be replied to.'),
    );
    expect(await post(author, mr, { body: ' ' })).toMatchObject(refused({ note: ["can't be blank"] }));
    expect(await post(author, mr, { body: 'x', commit_id: mr.sha })).toMatchObject({
      ...{ status: 400, body: { error: 'commit_id is not supported' } },
    });
    await app.testDatabase.query(
      `insert into notes (project_id, merge_request_id, author_id, body, discussion_id, type)
       select $1, $2, $3, 'x', $4, 'DiscussionNote' from generate_series(1, 248)`,
      [mr.project_id, mr.id, author.userId, id],
    );
    expect((await app.request(reader, 'GET', at(mr, `/${id}`))).body.notes).toHaveLength(250);
    expect(await post(author, mr, { body: 'x' }, `/${id}/notes`)).toMatchObject(
      refused({ discussion: ['has too many notes (the maximum is 250)'] }),
    );
  });

  describe('on the diff', () => {
    const position = (mr: Body, fields: object = {}) => ({
      position: { position_type: 'text', ...mr.diff_refs, new_path: 'a', new_line: 1, ...fields },
    });

    it('have the position of their line', async () => {
      const mr = await opened();
      const range = { line_code: 'x_1_1', type: 'new', old_line: null, new_line: 1 };
      const line_range = { start: { line_code: 'x_1_1', type: 'new', new_line: 1 }, end: range };
      const { status, body } = await post(reader, mr, { body: 'Why?', ...position(mr, { line_range }) });
      const expected = {
        ...{ ...mr.diff_refs, position_type: 'text', old_path: 'a', new_path: 'a', old_line: null, new_line: 1 },
        line_range: { start: range, end: range },
      };
      expect([status, body.notes[0]]).toMatchObject([201, { type: 'DiffNote', position: expected }]);
      const reply = (await post(author, mr, { body: 'x' }, `/${body.id}/notes`)).body;
      expect(reply).toMatchObject({ type: 'DiffNote', position: expected, resolvable: true });
    });

    it.each([
      ['an unchanged line that the diff does not show', { new_line: 7, old_line: 7 }],
      ['no line', { new_line: undefined }],
      ['another file', { new_path: 'b' }],
      ['commits of no version', { head_sha: 'f'.repeat(40) }],
    ])('are not opened at %s', async (_, fields) => {
      const mr = await opened();
      expect(await post(reader, mr, { body: 'x', ...position(mr, fields) })).toMatchObject({
        status: 400,
        body: { message: { line_code: ["can't be blank", 'must be a valid line code'] } },
      });
    });

    it.each([
      [{ position_type: 'image' }, 'position[position_type] does not have a valid value'],
      [{ base_sha: 'main' }, 'position[base_sha] is invalid'],
      [{ head_sha: undefined }, 'position[head_sha] is missing'],
    ])('are not opened at %j', async (fields, error) => {
      const mr = await opened();
      expect(await post(reader, mr, { body: 'x', ...position(mr, fields) })).toMatchObject({
        ...{ status: 400, body: { error } },
      });
    });
  });
});
