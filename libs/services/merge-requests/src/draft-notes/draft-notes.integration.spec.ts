import type { Principal } from '@hearth/contract-kit';
import { MergeRequestsProvider } from '../provider/merge-requests.provider.js';
import { user } from '../testing/fake-world.js';
import { author, developer, guest, master, mergeScene, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

const NO_POSITION = {
  ...{ base_sha: null, start_sha: null, head_sha: null, old_path: null, new_path: null, position_type: 'text' },
  ...{ old_line: null, new_line: null, line_range: null },
};

describe('draft notes', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const visitor = user(9);

  const under = (mr: Body, rest: string) => `/projects/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const at = (mr: Body, rest: number | string = '') => under(mr, `/draft_notes${rest === '' ? '' : `/${rest}`}`);
  const write = (who: Principal | null, mr: Body, fields: object) => app.request(who, 'POST', at(mr), fields);
  const listed = async (who: Principal, mr: Body) => (await app.request(who, 'GET', at(mr))).body as Body[];
  const publish = (who: Principal, mr: Body, fields: object = {}) =>
    app.request(who, 'POST', at(mr, 'bulk_publish'), fields);
  const discussions = async (mr: Body): Promise<Body[]> =>
    (await app.request(author, 'GET', under(mr, '/discussions'))).body;
  const opened = async (fields: object = {}) => (await scene.opened(scene.newProject(fields))).mr;
  const discussed = async (mr: Body): Promise<string> =>
    (await app.request(author, 'POST', under(mr, '/discussions'), { body: 'Why?' })).body.id;
  const onLine = (mr: Body, fields: object = {}) => ({
    position: { position_type: 'text', ...mr.diff_refs, new_path: 'a', new_line: 1, ...fields },
  });
  /** Effects that only a published note has. */
  const effects = async (mr: Body) => {
    const events = `select data ->> 'action' as action from outbox where type = 'merge-requests.note-saved'
      and (data ->> 'mergeRequestId')::bigint = $1 order by id`;
    const saved = await app.testDatabase.query<{ action: string }>(events, [mr.id]);
    return { saved: saved.map(({ action }) => action), count: (await scene.read(mr)).user_notes_count as number };
  };
  /** Reviews of the developer, for each of which one mail is sent, and none for its notes. */
  const reviews = async (mr: Body) => {
    const events = `select data -> 'noteIds' as "noteIds", (select count(*)::int from outbox where type = 'merge-requests.note-saved'
        and data @> jsonb_build_object('mergeRequestId', $1::bigint, 'inReview', true)) as "inReview"
      from outbox where type = 'merge-requests.review-published'
        and data @> jsonb_build_object('mergeRequestId', $1::bigint, 'userId', $2::bigint)`;
    return app.testDatabase.query(events, [mr.id, developer.userId]);
  };
  const invalid = (message: object) => ({ status: 400, body: { message } });

  it('are seen by their author alone, until they are published', async () => {
    const mr = await opened();
    const plain = { merge_request_id: mr.id, resolve_discussion: false, discussion_id: null, commit_id: null };
    const { status, body } = await write(developer, mr, { note: 'Later, @user-1' });
    const record = { ...plain, id: body.id, author_id: developer.userId, note: 'Later, @user-1', line_code: null };
    expect([status, body]).toEqual([201, { ...record, position: NO_POSITION }]);
    expect((await app.request(developer, 'GET', at(mr, body.id))).body).toEqual(body);
    expect([await listed(developer, mr), await listed(author, mr)]).toEqual([[body], []]);
    expect([await discussions(mr), await effects(mr)]).toEqual([[], { saved: [], count: 0 }]);
    for (const who of [author, master])
      for (const [method, rest] of [['GET'], ['PUT'], ['DELETE'], ['PUT', '/publish']] as const)
        expect(await app.request(who, method, at(mr, `${body.id}${rest ?? ''}`), {})).toMatchObject({
          ...{ status: 404, body: { message: '404 Draft Note Not Found' } },
        });
    expect((await app.request(developer, 'PUT', at(mr, `${body.id}/publish`))).status).toBe(204);
    expect(await discussions(mr)).toMatchObject([{ individual_note: true, notes: [{ body: 'Later, @user-1' }] }]);
    expect([await listed(developer, mr), await effects(mr)]).toEqual([[], { saved: ['create'], count: 1 }]);
    expect((await app.request(developer, 'PUT', at(mr, `${body.id}/publish`))).status).toBe(404);
  });

  it('are on lines of the diff', async () => {
    const mr = await opened();
    const { body } = await write(developer, mr, { note: 'Why?', ...onLine(mr) });
    const position = { ...onLine(mr).position, old_path: 'a', old_line: null, line_range: null };
    expect(body).toMatchObject({ position, line_code: '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8_2_1' });
    const moved = { new_line: undefined, old_line: 1 };
    const changed = await app.request(developer, 'PUT', at(mr, body.id), { note: 'How?', ...onLine(mr, moved) });
    const line = { note: 'How?', line_code: '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8_1_1' };
    expect(changed).toMatchObject({ status: 200, body: { ...line, position: { old_line: 1, new_line: null } } });
    expect((await app.request(developer, 'PUT', at(mr, body.id), {})).body).toEqual(changed.body);
    const nowhere = invalid({ line_code: ["can't be blank", 'must be a valid line code'] });
    expect(await write(developer, mr, { note: 'x', ...onLine(mr, { new_line: 7 }) })).toMatchObject(nowhere);
    expect((await publish(developer, mr)).status).toBe(204);
    const [{ notes }] = await discussions(mr);
    expect(notes).toMatchObject([{ body: 'How?', type: 'DiffNote', position: { old_line: 1, new_line: null } }]);
    const { base_sha: from, head_sha: to } = position;
    expect(await app.get(MergeRequestsProvider).notesByIds({ ids: [notes[0].id] })).toMatchObject({
      notes: [{ body: 'How?', line: { path: 'a', number: 1, side: 'old', from, to } }],
    });
  });

  it('answer and resolve discussions, carry out quick actions, and are published together', async () => {
    const mr = await opened();
    const [id, other] = [await discussed(mr), await discussed(mr)];
    const replies = [
      { note: 'Fixed', in_reply_to_discussion_id: id, resolve_discussion: true },
      { note: 'I see', in_reply_to_discussion_id: other },
      { note: 'Renamed\n/title Better' },
      { note: '/close' },
      { note: ':tada:' },
    ];
    for (const fields of replies) expect((await write(developer, mr, fields)).status).toBe(201);
    const [answer] = await listed(developer, mr);
    expect(answer).toMatchObject({ discussion_id: id, resolve_discussion: true });
    expect((await publish(developer, mr, { note: 'Done.' })).status).toBe(204);
    const written = (await discussions(mr)).map(({ notes }) => notes.filter((note: Body) => !note.system));
    expect(written.filter((notes) => notes.length > 0)).toMatchObject([
      [
        { body: 'Why?', resolved: true },
        { body: 'Fixed', resolved: true, resolved_by: { id: developer.userId } },
      ],
      [
        { body: 'Why?', resolved: false },
        { body: 'I see', resolved: false },
      ],
      [{ body: 'Renamed' }],
      [{ body: 'Done.' }],
    ]);
    expect(await scene.read(mr)).toMatchObject({ title: 'Better', state: 'closed' });
    const awards = (await app.request(author, 'GET', under(mr, '/award_emoji'))).body;
    expect(awards).toMatchObject([{ name: 'tada', user: { id: developer.userId } }]);
    expect((await effects(mr)).saved).toHaveLength(6);
    expect(await reviews(mr)).toEqual([
      {
        inReview: 4,
        noteIds: written.flatMap((notes) =>
          notes.filter((note: Body) => note.body !== 'Why?').map((note: Body) => note.id),
        ),
      },
    ]);
    expect(await listed(developer, mr)).toEqual([]);
    expect((await publish(developer, mr)).status).toBe(204);
  });

  it('are published at once where two requests do so', async () => {
    const mr = await opened();
    for (const note of ['one', 'two', 'three']) await write(developer, mr, { note });
    const answers = await Promise.all([publish(developer, mr), publish(developer, mr)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await discussions(mr)).map(({ notes }) => notes[0].body)).toEqual(['one', 'two', 'three']);
  });

  it('all stay where one of them cannot be published', async () => {
    const mr = await opened();
    const id = await discussed(mr);
    await write(developer, mr, { note: 'first' });
    await write(developer, mr, { note: 'reply', in_reply_to_discussion_id: id });
    const [{ notes }] = await discussions(mr);
    await app.request(author, 'DELETE', under(mr, `/notes/${notes[0].id}`));
    expect(await publish(developer, mr)).toMatchObject({
      ...{ status: 404, body: { message: '404 Discussion Not Found' } },
    });
    expect([await discussions(mr), (await listed(developer, mr)).length]).toEqual([[], 2]);
  });

  it('refuse what they cannot become', async () => {
    const mr = await opened();
    const id = await discussed(mr);
    const refused: [object, object][] = [
      [{ note: ' ' }, { note: ["can't be blank"] }],
      [{ note: 'x', in_reply_to_discussion_id: 'f'.repeat(40) }, { base: ['Thread to reply to cannot be found'] }],
      [{ note: 'x', resolve_discussion: true }, { base: ['User is not allowed to resolve thread'] }],
      [
        { note: 'x', in_reply_to_discussion_id: id, resolve_discussion: true },
        { base: ['User is not allowed to resolve thread'] },
      ],
      [
        { note: 'x', in_reply_to_discussion_id: id, ...onLine(mr) },
        { base: ['A reply has the position of its thread'] },
      ],
    ];
    for (const [fields, message] of refused) expect(await write(visitor, mr, fields)).toMatchObject(invalid(message));
    expect((await write(null, mr, { note: 'x' })).status).toBe(401);
    for (const field of ['internal', 'reviewer_state'])
      expect(await publish(visitor, mr, { [field]: 'approved' })).toMatchObject({
        ...{ status: 400, body: { error: `${field} is not supported` } },
      });
    const reply = (await write(visitor, mr, { note: 'x', in_reply_to_discussion_id: id })).body;
    expect((await app.request(visitor, 'PUT', at(mr, reply.id), onLine(mr))).status).toBe(400);
    await app.testDatabase.query('update merge_requests set discussion_locked = true where id = $1', [mr.id]);
    expect((await write(visitor, mr, { note: 'x' })).status).toBe(403);
    expect((await publish(visitor, mr)).status).toBe(403);
    expect(await listed(visitor, mr)).toHaveLength(1);
    await app.testDatabase.query(
      `insert into draft_notes (merge_request_id, author_id, body) select $1, $2, 'x' from generate_series(1, 100)`,
      [mr.id, developer.userId],
    );
    expect(await write(developer, mr, { note: 'x' })).toMatchObject(
      invalid({ base: ['A user can have at most 100 draft notes on a merge request'] }),
    );
  });

  it('are hidden with the merge request, and deleted with it', async () => {
    const mr = await opened({ visibility: 'private' });
    const { id } = (await write(developer, mr, { note: 'x' })).body;
    expect((await write(guest, mr, { note: 'x' })).status).toBe(404);
    expect((await app.request(visitor, 'GET', at(mr))).status).toBe(404);
    const old = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
    expect((await app.request(developer, 'DELETE', at(mr, id), undefined, old)).status).toBe(412);
    expect((await app.request(developer, 'DELETE', at(mr, id))).status).toBe(204);
    await write(developer, mr, { note: 'x' });
    const admin = { ...user(1), admin: true };
    expect((await app.request(admin, 'DELETE', under(mr, ''))).status).toBe(204);
    expect(await app.testDatabase.query('select 1 from draft_notes where merge_request_id = $1', [mr.id])).toEqual([]);
  });
});
