import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { CommitCommentsProvider } from '../provider/commit-comments.provider.js';
import { CommitCommentedEvent } from '@hearth/repository-contracts';
import type { Git as Client } from '@hearth/testing';
import { RepositoryRowsStore } from '../repositories/repository-rows.store.js';
import { GHOST_ID, type FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { RemoveCommentAuthor } from './remove-author.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let sha: string;

beforeAll(async () => {
  ({ project, client } = await projects.start('public'));
  await projects.commit(client, 'file', 'one\ntwo\nthree\nfour\n');
  await writeFile(path.join(client.folder, 'file.txt'), 'one\nzwei\nthree\n');
  await client.run(['commit', '--quiet', '--all', '-m', 'change']);
  sha = await client.idOf('HEAD');
  await client.run(['push', '--quiet', 'origin', 'main', 'main:refs/tags/v1']);
});

interface Options {
  readonly as?: Principal | null;
  readonly of?: FakeProject;
}

async function send(
  method: string,
  revision: string,
  body?: object,
  options: Options = {},
): Promise<[number, unknown]> {
  const { as = projects.reporter, of = project } = options;
  const where = `/api/v4/projects/${of.id}/repository/commits/${encodeURIComponent(revision)}/comments`;
  const response = await app.send(where, {
    method,
    ...(as && { as }),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return [response.status, await response.json()];
}

const comment = (body: object, revision = sha, options: Options = {}) => send('POST', revision, body, options);
const notes = async (of: FakeProject) =>
  (await app.database.query('select author_id as author, note from commit_comments where project_id = $1 order by id', [
    of.id,
  ])) as {
    author: number;
    note: string;
  }[];

const WHOLE = { path: null, line: null, line_type: null };

describe('comments on commits', () => {
  it('are added and listed with their authors, oldest first', async () => {
    const { project: of, client: other } = await projects.start('public');
    const id = await other.idOf('HEAD');
    const author = {
      ...{ id: projects.reporter.userId, username: `user-${projects.reporter.userId}`, state: 'active' },
      ...{ name: expect.any(String), avatar_url: null, web_url: expect.stringContaining(app.url) },
    };
    const record = { note: 'Hm', ...WHOLE, author, created_at: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(await comment({ note: 'Hm' }, 'main', { of })).toEqual([201, record]);
    await comment({ note: 'Two' }, id.slice(0, 10), { of, as: projects.stranger });
    expect(await send('GET', id, undefined, { of, as: null })).toMatchObject([
      200,
      [record, { note: 'Two', ...WHOLE }],
    ]);
    const events = await app.database.query<{ data: object }>(
      'select data from outbox where type = $1 and key = $2 order by id',
      [CommitCommentedEvent.name, String(of.id)],
    );
    expect(events[0]!.data).toEqual({
      ...{ projectId: of.id, commentId: expect.any(Number), commitId: id },
      authorId: projects.reporter.userId,
    });
    expect(events).toHaveLength(2);
    const { commentId } = events[0]!.data as { commentId: number };
    expect(await app.get(CommitCommentsProvider).byIds({ ids: [commentId, 999_999] })).toEqual({
      comments: [
        {
          ...{ id: commentId, commitId: id, authorId: projects.reporter.userId, note: 'Hm', onLine: false },
          line: null,
          createdAt: expect.any(String),
        },
      ],
    });
    expect(await app.get(CommitCommentsProvider).commenters({ projectId: of.id, commitId: id })).toEqual({
      userIds: [projects.reporter.userId, projects.stranger.userId].toSorted((one, other) => one - other),
    });
  });

  it.each([
    ['an added line', { line: 2, line_type: 'new' }, { path: 'file.txt', line: 2, line_type: 'new' }],
    ['an added line by default', { line: 2 }, { path: 'file.txt', line: 2, line_type: 'new' }],
    ['a removed line', { line: 4, line_type: 'old' }, { path: 'file.txt', line: 4, line_type: 'old' }],
    ['a line that stays', { line: 1 }, WHOLE],
    ['a line that is not there', { line: 99 }, WHOLE],
    ['a file that does not change', { path: 'first.txt', line: 1 }, WHOLE],
    ['a line without a path', { path: null, line: 2 }, WHOLE],
  ])('are placed at %s', async (_, place, expected) => {
    for (const revision of [sha, 'main', 'v1'])
      expect(await comment({ note: 'x', path: 'file.txt', ...place }, revision)).toMatchObject([201, expected]);
  });

  it.each([
    ['nothing', {}, { error: 'note is missing' }],
    ['a blank note', { note: ' ' }, { message: `Failed to save note {:note=>["can't be blank"]}` }],
    ['a path alone', { note: 'x', path: 'file.txt' }, { error: 'line is missing' }],
    ['a line that is none', { note: 'x', path: 'a', line: 'x' }, { error: 'line is invalid' }],
    [
      'another type',
      { note: 'x', path: 'a', line: 1, line_type: 'both' },
      { error: 'line_type does not have a valid value' },
    ],
  ])('are refused with %s', async (_, body, answer) => {
    expect(await comment(body)).toEqual([400, answer]);
  });

  it('need a commit', async () => {
    const unknown = [404, { message: '404 Commit Not Found' }];
    for (const revision of ['nope', 'f'.repeat(40), '--all', 'x\u0000y']) {
      expect(await comment({ note: 'x' }, revision)).toEqual(unknown);
      expect(await send('GET', revision)).toEqual(unknown);
    }
  });

  it('are for users who read the code', async () => {
    const guest = app.admit(app.services.addUser('guest'));
    const closed = projects.make('private');
    closed.members.set(guest.userId, AccessLevel.guest);
    const forbidden = [403, { message: '403 Forbidden' }];
    expect(await comment({ note: 'x' }, sha, { as: null })).toEqual(forbidden);
    expect(await comment({}, sha, { as: null })).toEqual(forbidden);
    expect(await comment({ note: 'x' }, sha, { of: closed, as: guest })).toEqual(forbidden);
    expect(await comment({ note: 'x' }, sha, { of: closed, as: null })).toEqual([
      404,
      { message: '404 Project Not Found' },
    ]);
  });

  it('go to the ghost with their deleted author, or away', async () => {
    const { project: of } = await projects.start('public');
    const leaver = app.admit(app.services.addUser('leaver'));
    await comment({ note: 'kept' }, 'main', { of, as: leaver });
    await comment({ note: 'of another' }, 'main', { of });
    await expect(app.get(RemoveCommentAuthor).execute({ userId: leaver.userId, hardDelete: false })).rejects.toThrow(
      'no ghost',
    );
    app.services.removeUser(leaver);
    expect(await send('GET', 'main', undefined, { of })).toMatchObject([200, [{ author: { username: 'ghost' } }, {}]]);
    await app.get(RemoveCommentAuthor).execute({ userId: leaver.userId, hardDelete: false });
    const others = { author: projects.reporter.userId, note: 'of another' };
    expect(await notes(of)).toEqual([{ author: GHOST_ID, note: 'kept' }, others]);
    await app.get(RemoveCommentAuthor).execute({ userId: GHOST_ID, hardDelete: true });
    expect(await notes(of)).toEqual([others]);
  });

  it('go with their project', async () => {
    const { project: of } = await projects.start();
    await comment({ note: 'x' }, 'main', { of });
    for (const deleteSome of app.get(RepositoryRowsStore).deletions(of.id)) await app.database.tx(deleteSome);
    expect(await notes(of)).toEqual([]);
  });
});
