import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Principal } from '@hearth/contract-kit';
import { MOST_IN_DISCUSSION } from '@hearth/notes';
import type { DiffPlace } from '@hearth/repository-contracts';
import type { FakeProject } from '../testing/fake-services.js';
import { CommitCommentsProvider } from '../provider/commit-comments.provider.js';
import { ComparisonsProvider } from '../provider/comparisons.provider.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { CommitDiscussionView, CommitNoteView } from './discussion.view.js';

describe('discussions of commits', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);
  let project: FakeProject;
  let sha: string;
  let parent: string;

  beforeAll(async () => {
    const started = await projects.start('public');
    ({ project } = started);
    const { client } = started;
    parent = await projects.commit(client, 'file', 'one\ntwo\nthree\nfour\n');
    await writeFile(path.join(client.folder, 'file.txt'), 'one\nzwei\nthree\n');
    await client.run(['commit', '--quiet', '--all', '-m', 'change']);
    sha = await client.idOf('HEAD');
    await client.run(['push', '--quiet', 'origin', 'main']);
  });

  async function send<T>(
    method: string,
    end: string,
    body?: object,
    as: Principal | null = projects.reporter,
  ): Promise<[number, T]> {
    const response = await app.send(`/api/v4/projects/${project.id}/repository/commits/${end}`, {
      method,
      ...(as && { as }),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return [response.status, (response.status === 204 ? null : await response.json()) as T];
  }
  const open = async (body: object, of = sha) => {
    const [status, made] = await send<CommitDiscussionView>('POST', `${of}/discussions`, body);
    expect(status).toBe(201);
    return made;
  };
  const position = (fields: object) => ({
    ...{ position_type: 'text', base_sha: parent, start_sha: parent, head_sha: sha, new_path: 'file.txt' },
    ...fields,
  });

  it('are opened, answered, and listed in their order, with the comments that stand alone', async () => {
    await send('POST', `${parent}/comments`, { note: 'alone' });
    const made = await open({ body: 'first' }, parent);
    await open({ body: 'second' }, parent);
    const [status, reply] = await send<CommitNoteView>('POST', `${parent}/discussions/${made.id}/notes`, {
      body: 'Re',
    });
    expect([status, reply]).toEqual([
      201,
      {
        ...{ id: expect.any(Number), type: 'DiscussionNote', body: 'Re', attachment: null, system: false },
        author: expect.objectContaining({ id: projects.reporter.userId, web_url: expect.any(String) }),
        ...{ created_at: expect.stringMatching(/Z$/), updated_at: reply.created_at, resolvable: false },
        ...{ noteable_id: null, noteable_type: 'Commit', noteable_iid: null, commit_id: parent },
        discussion_id: made.id,
      },
    ]);
    const whole = { ...made, individual_note: false, notes: [...made.notes, reply] };
    expect(await send('GET', `${parent}/discussions/${made.id}`)).toEqual([200, whole]);
    expect(await send('GET', `${parent}/discussions/${made.id}/notes`)).toEqual([200, whole.notes]);
    expect(await send('GET', `${parent}/discussions/${made.id}/notes/${reply.id}`)).toEqual([200, reply]);
    const [, list] = await send<CommitDiscussionView[]>('GET', `${parent}/discussions`);
    expect(list.map(({ individual_note: alone, notes }) => [alone, notes.map(({ body }) => body)])).toEqual([
      [true, ['alone']],
      [false, ['first', 'Re']],
      [false, ['second']],
    ]);
    expect(await send('GET', `${parent}/discussions?page=2&per_page=1`)).toEqual([200, [whole]]);
    expect(await send('POST', `${parent}/discussions/${list[0]!.id}/notes`, { body: 'x' })).toMatchObject([
      400,
      { message: '400 Bad request - Discussion can not be replied to.' },
    ]);
    const [, comments] = await send<{ note: string }[]>('GET', `${parent}/comments`);
    expect(comments.map(({ note }) => note)).toEqual(['alone', 'first', 'second', 'Re']);
  });

  it.each([
    ['an added line', { new_line: 2 }, { path: 'file.txt', line: 2, line_type: 'new' }],
    ['a removed line', { old_line: 2 }, { path: 'file.txt', line: 2, line_type: 'old' }],
    ['a removed line at the end', { old_line: 4 }, { path: 'file.txt', line: 4, line_type: 'old' }],
    ['a line that stays', { old_line: 1, new_line: 1 }, { path: null, line: null, line_type: null }],
  ])('are about %s', async (_, line, place) => {
    const given = position(line);
    const { id, notes } = await open({ body: 'here', position: given });
    const lines = { old_line: null, new_line: null, ...line, line_range: null };
    expect(notes).toMatchObject([{ type: 'DiffNote', position: { ...given, old_path: 'file.txt', ...lines } }]);
    const [, reply] = await send<CommitNoteView>('POST', `${sha}/discussions/${id}/notes`, { body: 'there' });
    expect(reply).toMatchObject({ type: 'DiffNote', position: notes[0]!.position });
    const [, comments] = await send<object[]>('GET', `${sha}/comments?per_page=100`);
    expect(comments.slice(-2)).toMatchObject([place, place]);
  });

  it('have excerpts of the diff, with the lines above theirs', async () => {
    const { notes } = await open({ body: 'same', position: position({ old_line: 3, new_line: 3 }) });
    const old = { path: 'file.txt', line_type: 'old' };
    await send('POST', `${sha}/comments`, { note: 'removed', ...old, line: 2 });
    const [, comments] = await send<CommitDiscussionView[]>('GET', `${sha}/discussions?per_page=100`);
    const ids = [notes[0]!.id, comments.at(-1)!.notes[0]!.id];
    const found = (await app.get(CommitCommentsProvider).byIds({ ids, mostText: 2 })).comments;
    const path = 'file.txt';
    expect(found).toMatchObject([
      { note: 'sa', line: { path, number: 3, side: 'new' } },
      { note: 're', line: { path, number: 2, side: 'removed' } },
    ]);
    const places = found.map(({ line }) => ({ from: null, to: sha, ...line! }) as DiffPlace);
    const missing = { ...places[0]!, to: 'f'.repeat(40) };
    const asked = { projectId: project.id, places: [...places, { ...places[0]!, from: parent }, missing] };
    const { excerpts } = await app.get(ComparisonsProvider).diffExcerpts(asked);
    const lines = ['same one', 'removed two', 'added zwei', 'same three'];
    expect(excerpts.map((excerpt) => excerpt.map(({ kind, text }) => `${kind} ${text}`))).toEqual([
      ...[lines, lines.slice(0, 2), lines, []],
    ]);
  });

  it('answer comments on lines', async () => {
    await send('POST', `${sha}/comments`, { note: 'x', path: 'file.txt', line: 2, line_type: 'new' });
    const [, list] = await send<CommitDiscussionView[]>('GET', `${sha}/discussions?per_page=100`);
    const { id, notes, individual_note: alone } = list.at(-1)!;
    expect([alone, notes[0]!.type]).toEqual([false, 'LegacyDiffNote']);
    const [status, reply] = await send('POST', `${sha}/discussions/${id}/notes`, { body: 'y' });
    expect([status, reply]).toMatchObject([201, { type: 'LegacyDiffNote', discussion_id: id }]);
  });

  it.each([
    ['a line between', { new_line: 9 }],
    ['another file', { new_path: 'first.txt', new_line: 1 }],
    ['another commit', { new_line: 2, head_sha: 'f'.repeat(40) }],
    ['another parent', { new_line: 2, base_sha: 'f'.repeat(40) }],
  ])('are not about %s', async (_, fields) => {
    expect(await send('POST', `${sha}/discussions`, { body: 'x', position: position(fields) })).toEqual([
      400,
      { message: { line_code: ["can't be blank", 'must be a valid line code'] } },
    ]);
  });

  it('are changed and deleted by their authors and by masters', async () => {
    const { id, notes } = await open({ body: 'mine' });
    const one = `${sha}/discussions/${id}/notes/${notes[0]!.id}`;
    expect((await send('PUT', one, { body: 'theirs' }, projects.developer))[0]).toBe(403);
    expect((await send('DELETE', one, undefined, projects.stranger))[0]).toBe(403);
    expect(await send('PUT', one, { body: 'changed' })).toMatchObject([200, { body: 'changed' }]);
    expect(await send('PUT', one, { body: ' ' })).toMatchObject([400, {}]);
    expect((await send('PUT', one, { body: 'by a master' }, projects.master))[0]).toBe(200);
    const other = await open({ body: 'other' });
    const elsewhere = [`${parent}/discussions/${id}`, `${sha}/discussions/${other.id}`];
    for (const at of elsewhere) expect((await send('DELETE', `${at}/notes/${notes[0]!.id}`))[0]).toBe(404);
    expect((await send('DELETE', one))[0]).toBe(204);
    for (const gone of [one, `${sha}/discussions/${id}`]) expect((await send('GET', gone))[0]).toBe(404);
  });

  it('need an account, a commit, and room', async () => {
    const { id } = await open({ body: 'x' });
    expect((await send('GET', `${sha}/discussions`, undefined, null))[0]).toBe(401);
    expect((await send('POST', `${sha}/discussions`, { body: 'x' }, null))[0]).toBe(401);
    expect((await send('GET', `${'f'.repeat(40)}/discussions`))[0]).toBe(404);
    await app.database.query(
      `insert into commit_comments (project_id, commit_id, author_id, note, type, discussion_id)
       select $1, $2, $3, 'x', 'DiscussionNote', $4 from generate_series(1, $5::int)`,
      [project.id, sha, projects.reporter.userId, id, MOST_IN_DISCUSSION - 1],
    );
    expect(await send('POST', `${sha}/discussions/${id}/notes`, { body: 'x' })).toMatchObject([
      400,
      { message: { discussion: expect.any(Array) } },
    ]);
  });
});
