import type { FileDiff } from '@hearth/repository-contracts';
import { PageBrowser } from '@hearth/testing';
import { RecordVersion } from '../diffs/record-version.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { sha, user } from '../testing/fake-world.js';
import { author, developer, guest, mergeScene, type Body } from '../testing/merge-scene.js';
import { fileIdOf } from './line.rules.js';

const outsider = user(50);
const modes = { oldMode: '100644', newMode: '100644', renamed: false };
const file = (path: string, patch: string): FileDiff => ({ ...modes, oldPath: path, newPath: path, patch });
const PATCH = '--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';

describe('reviewing a merge request in a browser', () => {
  const app = MergeRequestsApp.inBlock();
  const { newProject, opened } = mergeScene(app);
  const browser = new PageBrowser(app);
  const at = (mr: Body, rest = '') => `/-/project/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const send = (who: typeof author, mr: Body, action: string, fields: Record<string, string>, page = '/diffs') =>
    browser.send(who, at(mr, page), at(mr, action), fields);
  const visit = async (who: typeof author, mr: Body, query = '') =>
    (await browser.visit(who, at(mr, `/diffs${query}`))).text;
  const discussions = async (mr: Body): Promise<Body[]> =>
    (await app.request(author, 'GET', `/projects/${mr.project_id}/merge_requests/${mr.iid}/discussions`)).body;
  const versionOf = async (mr: Body): Promise<number> =>
    (await app.request(author, 'GET', `/projects/${mr.project_id}/merge_requests/${mr.iid}/versions`)).body[0].id;

  let count = 0;
  /** A merge request whose diff has these files. */
  async function changing(files = [file('x.ts', PATCH)], fields: Parameters<typeof newProject>[0] = {}) {
    const project = newProject(fields);
    const branch = `review-${(count += 1)}`;
    app.world.diffs.set(sha(branch), { files, overflow: false });
    project.branches.set(branch, sha(branch));
    return opened(project, { source_branch: branch });
  }

  describe('a comment on a line', () => {
    const on = fileIdOf({ newPath: 'x.ts' });

    it('is written by the form at the line, without scripts, and is a note of the API', async () => {
      const { mr } = await changing();
      const id = await versionOf(mr);
      const page = await visit(developer, mr);
      expect(page).toContain('aria-label="Comment on line 2 before"');
      const form = await visit(developer, mr, `?view=parallel&diff_id=${id}&on=${on}&comment=3_2`);
      expect(form).toMatch(
        /<form id="comment"[^]*Your comment on line 2,[^]*<option value="2_2">line 2 before<[^]*line 1</,
      );
      const fields = { diff_id: String(id), on, comment: '3_2', from: '1_1', back: 'view=parallel&evil=//x' };
      const sent = await send(developer, mr, '/diffs', { ...fields, body: 'Why?' });
      const [{ notes }] = await discussions(mr);
      expect([sent.status, sent.location]).toEqual([
        303,
        expect.stringMatching(new RegExp(`/-/merge_requests/1/diffs\\?view=parallel#note_${notes[0].id}$`)),
      ]);
      expect(notes[0]).toMatchObject({ body: 'Why?', type: 'DiffNote', resolvable: true });
      expect(notes[0].position).toMatchObject({
        ...{ new_path: 'x.ts', old_line: null, new_line: 2, head_sha: mr.sha },
        line_range: { start: { line_code: `${on}_1_1`, old_line: 1 }, end: { line_code: `${on}_3_2`, type: 'new' } },
      });
      for (const view of ['', '?view=parallel'])
        expect((await visit(author, mr, view)).match(/<tr class="noted">[^]*?Lines 1 to 2[^]*?Why\?/g)).toHaveLength(1);
    });

    it('is refused with its text where the line is unknown, empty, or locked', async () => {
      const { mr } = await changing();
      const fields = { diff_id: String(await versionOf(mr)), on, comment: '3_2', back: '' };
      const refused = async (who: typeof author, more: object) => {
        const { status, text } = await send(who, mr, '/diffs', { ...fields, body: 'Kept <b>', ...more });
        expect(status).toBe(422);
        return text;
      };
      expect(await refused(developer, { comment: '9_9' })).toContain('This line is not among the changes');
      expect(await refused(developer, { diff_id: '999999' })).toContain('This line is not among the changes');
      expect(await refused(developer, { body: ' ' })).toContain('Write a comment first.');
      await app.request(author, 'PUT', `/projects/${mr.project_id}/merge_requests/${mr.iid}`, {
        discussion_locked: true,
      });
      expect(await refused(outsider, {})).toMatch(/discussion is locked[^]*Kept &lt;b&gt;/);
      expect(await visit(outsider, mr)).not.toContain('aria-label="Comment on');
      expect((await discussions(mr)).filter(({ notes }) => !notes[0].system)).toEqual([]);
    });

    it('is answered and resolved there', async () => {
      const { mr } = await changing();
      const fields = { diff_id: String(await versionOf(mr)), on, comment: '2_2', back: '' };
      await send(developer, mr, '/diffs', { ...fields, body: 'Old line' });
      const [{ id }] = await discussions(mr);
      const back = 'view=parallel';
      const reply = await send(author, mr, '/notes', { body: 'Reply', discussion_id: id, page: '1', back });
      expect(reply.location).toMatch(/diffs\?view=parallel#note_\d+$/);
      const resolved = await send(author, mr, '/resolve', { discussion_id: id, resolved: 'true', page: '1', back });
      expect(resolved.location).toMatch(new RegExp(`diffs\\?view=parallel#thread-${id}$`));
      expect(await visit(author, mr)).toMatch(/Old line[^]*Reply[^]*Resolved by/);
      const lost = await send(author, mr, '/notes', { body: 'Lost', discussion_id: 'f'.repeat(40), page: '1', back });
      expect([lost.status, lost.text.includes('file changed')]).toEqual([422, true]);
    });
  });

  describe('a review', () => {
    const on = fileIdOf({ newPath: 'x.ts' });
    const line = async (mr: Body) => ({
      diff_id: String(await versionOf(mr)),
      on,
      comment: '3_2',
      back: 'view=parallel',
    });
    const review = { review: 'true', page: '1' };

    it('collects comments on lines and replies, which its author alone sees, and is published at once', async () => {
      const { mr } = await changing();
      await send(developer, mr, '/notes', { body: 'Thread', thread: 'true', page: '1' }, '');
      const [{ id }] = await discussions(mr);
      expect(await visit(author, mr, `?on=${on}&comment=3_2`)).toContain('value="true">Add to review</button>');
      const first = await send(author, mr, '/diffs', { ...(await line(mr)), body: '*Why?*', review: 'true' });
      expect(first.location).toMatch(/diffs\?view=parallel#draft_\d+$/);
      const reply = await send(author, mr, '/notes', { ...review, body: 'Because', discussion_id: id }, '');
      expect(reply.location).toMatch(/merge_requests\/1\?page=1#draft_\d+$/);
      for (const query of ['', '?view=parallel']) {
        const text = await visit(author, mr, query);
        expect(text).toMatch(/2 pending comments[^]*Because[^]*<tr class="noted">[^]*pending<[^]*<em>Why\?<\/em>/);
      }
      const page = (await browser.visit(author, at(mr))).text;
      expect(page).toMatch(
        /On <code>x.ts<\/code>, line 2[^]*<em>Why[^]*Publish review \(2\)[^]*Thread[^]*pending<[^]*Because/,
      );
      for (const seen of [await visit(developer, mr), (await browser.visit(developer, at(mr))).text])
        expect(seen).not.toMatch(/pending|Because|Why\?/);
      expect((await discussions(mr))[0].notes).toHaveLength(1);
      const done = await send(author, mr, '/review', { body: 'All in all', page: '1', back: 'view=parallel' });
      expect(done.location).toMatch(/diffs\?view=parallel&done=published$/);
      const written = (await discussions(mr)).map(({ notes }) => notes.map((note: Body) => note.body));
      expect(written).toEqual([['Thread', 'Because'], ['*Why?*'], ['All in all']]);
      expect(await visit(author, mr, '?done=published')).toContain('Your review was published.');
    });

    it('is changed, and discarded after a confirmation', async () => {
      const { mr } = await changing();
      const { location } = await send(author, mr, '/notes', { ...review, body: 'Tpyo' }, '');
      const draft = `/drafts/${/draft_(\d+)/.exec(location!)![1]}`;
      expect((await browser.visit(author, at(mr, `${draft}/edit`))).text).toContain('Tpyo');
      expect((await browser.visit(developer, at(mr, `${draft}/edit`))).status).toBe(404);
      const saved = await send(author, mr, `${draft}/edit`, { body: 'Typo', page: '1' }, `${draft}/edit`);
      expect([saved.status, (await browser.visit(author, at(mr))).text.includes('Typo')]).toEqual([303, true]);
      await send(author, mr, '/notes', { ...review, body: 'Other' }, '');
      await send(author, mr, `${draft}/delete`, { page: '1', confirmed: 'true' }, '');
      const asked = await send(author, mr, '/review/discard', { page: '1' }, '');
      expect(asked.text).toContain('Discard review?');
      expect((await browser.visit(author, at(mr))).text).toMatch(/1 pending comment,[^]*Other/);
      await send(author, mr, '/review/discard', { page: '1', confirmed: 'true' }, '');
      expect((await browser.visit(author, at(mr))).text).not.toContain('pending');
      expect(await discussions(mr)).toEqual([]);
    });

    it('stays as it is where a comment cannot be published', async () => {
      const { mr } = await changing();
      await send(developer, mr, '/notes', { body: 'Thread', thread: 'true', page: '1' }, '');
      const [{ id, notes }] = await discussions(mr);
      await send(author, mr, '/notes', { ...review, body: 'Because', discussion_id: id }, '');
      await app.request(developer, 'DELETE', `/projects/${mr.project_id}/merge_requests/1/notes/${notes[0].id}`);
      const { status, text } = await send(author, mr, '/review', { page: '1' }, '');
      expect([status, text]).toEqual([422, expect.stringMatching(/does not exist any more[^]*Because/)]);
    });
  });

  describe('own comments', () => {
    it('are changed and deleted, after a confirmation', async () => {
      const { mr } = await changing();
      await send(developer, mr, '/notes', { body: 'Tpyo', page: '1' }, '');
      const [{ notes }] = await discussions(mr);
      const note = `/notes/${notes[0].id}`;
      expect((await browser.visit(developer, at(mr))).text).toContain(`${note}/edit?page=1`);
      expect((await browser.visit(author, at(mr))).text).not.toContain('/edit?page=1');
      expect((await browser.visit(author, at(mr, `${note}/edit`))).status).toBe(403);
      const empty = await send(developer, mr, `${note}/edit`, { body: ' ', page: '1' }, `${note}/edit`);
      expect([empty.status, empty.text.includes('Write a comment first.')]).toEqual([422, true]);
      const saved = await send(developer, mr, `${note}/edit`, { body: 'Typo', page: '2', back: 'w=1' }, `${note}/edit`);
      expect(saved.location).toMatch(new RegExp(`/diffs\\?w=1#note_${notes[0].id}$`));
      expect((await discussions(mr))[0].notes[0].body).toBe('Typo');
      expect((await send(author, mr, `${note}/edit`, { body: 'x', page: '1' }, '')).status).toBe(403);
      const asked = await send(developer, mr, `${note}/delete`, { page: '1' }, '');
      expect(asked.text).toContain('Delete comment?');
      expect(await discussions(mr)).toHaveLength(1);
      const deleted = await send(developer, mr, `${note}/delete`, { page: '1', confirmed: 'true' }, '');
      expect([deleted.status, await discussions(mr)]).toEqual([303, []]);
    });
  });

  describe('a viewed file', () => {
    it('is folded for its user, until its content changes or the merge request is deleted', async () => {
      const [one, other] = [sha('one'), sha('other')];
      const { project, mr } = await changing([{ ...file('x.ts', PATCH), blob: one }, file('y', PATCH)]);
      const id = fileIdOf({ newPath: 'x.ts' });
      const mark = (viewed: boolean, of = id) =>
        send(developer, mr, '/diffs/viewed', { file: of, blob: one, viewed: String(viewed), back: 'w=1' });
      expect((await mark(true)).location).toMatch(new RegExp(`/diffs\\?w=1#${id}$`));
      expect(await visit(developer, mr)).toContain(`id="${id}">`);
      expect(await visit(developer, mr)).toContain('1 viewed');
      expect(await visit(author, mr)).toContain(`id="${id}" open>`);
      expect(await visit(developer, mr, `?file=${id}`)).toContain(`id="${id}" open>`);
      await mark(true, fileIdOf({ newPath: 'nothing' }));
      expect(await app.testDatabase.query('select 1 from merge_request_viewed_files')).toHaveLength(1);
      project.branches.set(mr.source_branch, sha('changed'));
      app.world.diffs.set(sha('changed'), { files: [{ ...file('x.ts', PATCH), blob: other }], overflow: false });
      await app.get(RecordVersion).execute({ mergeRequestId: mr.id });
      expect(await visit(developer, mr)).toContain(`id="${id}" open>`);
      await mark(false);
      expect(await app.testDatabase.query('select 1 from merge_request_viewed_files')).toEqual([]);
      await mark(true);
      const gone = await app.request(
        { ...developer, admin: true },
        'DELETE',
        `/projects/${mr.project_id}/merge_requests/${mr.iid}`,
      );
      expect(gone.status).toBe(204);
      expect(await app.testDatabase.query('select 1 from merge_request_viewed_files')).toEqual([]);
    });
  });

  describe('the changes', () => {
    it('of two versions are compared, and only versions of the merge request are', async () => {
      const { project, mr } = await changing();
      const first = mr.sha as string;
      project.branches.set(mr.source_branch, sha('second'));
      app.world.diffs.set(sha('second'), { files: [file('y', PATCH)], overflow: false });
      await app.get(RecordVersion).execute({ mergeRequestId: mr.id });
      const id = await versionOf(mr);
      const text = await visit(author, mr, `?diff_id=${id}&start_sha=${first}`);
      expect(text).toMatch(new RegExp(`<option value="${first}" selected>version ${first.slice(0, 8)}, `));
      expect(text).not.toContain('aria-label="Comment on');
      expect(app.world.compared.at(-1)).toEqual({ from: first, to: sha('second') });
      for (const query of ['?diff_id=999999', `?start_sha=${sha('elsewhere')}`])
        expect((await browser.visit(author, at(mr, `/diffs${query}`))).status).toBe(404);
    });

    it('of whitespace are left out', async () => {
      const { mr } = await changing();
      const text = await visit(author, mr, '?w=1');
      expect(app.world.compared.at(-1)).toMatchObject({ ignoresSpace: true });
      expect(text).toContain('Show changes of whitespace');
      expect(text).not.toContain('aria-label="Comment on');
    });

    it('of many files are on pages, with a tree of all of them', async () => {
      const { mr } = await changing(Array.from({ length: 1_000 }, (_, n) => file(`src/${n}.ts`, PATCH)));
      const text = await visit(author, mr, '?page=2&view=parallel');
      expect(text.match(/<details class="file"/g)).toHaveLength(20);
      expect(text).toContain('1000 files changed');
      const id = fileIdOf({ newPath: 'src/999.ts' });
      expect(text).toContain(`/diffs?page=50&amp;view=parallel#${id}">999.ts</a>`);
      expect(text).toContain(`<a href="#${fileIdOf({ newPath: 'src/20.ts' })}">20.ts</a>`);
    });

    it('of a large file are folded, and shown alone; where it takes a comment, beside the others', async () => {
      const large = file('big', `@@ -0,0 +1,3000 @@\n${'+x\n'.repeat(3_000)}`);
      const { mr } = await changing([large, file('x.ts', PATCH)]);
      const version = await versionOf(mr);
      const shows = (text: string) => text.match(/<tr class="added">/g)?.length ?? 0;
      const folded = await visit(author, mr);
      const id = fileIdOf({ newPath: 'big' });
      expect(folded).toContain(`/diffs?diff_id=${version}&amp;file=${id}" aria-label="Show the changes of big">`);
      const alone = await visit(author, mr, `?file=${id}`);
      expect([shows(alone), alone.includes('1 file changed')]).toEqual([3_000, true]);
      expect(alone).toMatch(/\/diffs">Show all files<\/a>/);
      expect(alone).not.toContain('x.ts');
      const form = await visit(author, mr, `?on=${id}&comment=0_1`);
      expect([shows(form), form.includes('<form id="comment"')]).toEqual([3_000 + shows(folded), true]);
      const empty = { diff_id: String(version), on: id, comment: '0_1', back: '', body: ' ' };
      const refused = await send(author, mr, '/diffs', empty);
      expect([refused.status, shows(refused.text)]).toEqual([422, 3_000 + shows(folded)]);
      expect(refused.text).toMatch(/Write a comment first\.[^]*<form id="comment"/);
    });

    it('of a file alone return to its page of the others', async () => {
      const files = Array.from({ length: 21 }, (_, n) => file(`${n}.ts`, PATCH));
      files[20] = file('20.ts', `@@ -0,0 +1,3000 @@\n${'+x\n'.repeat(3_000)}`);
      const { mr } = await changing(files);
      const [, link] = /href="[^"]*\/diffs(\?[^"]+)" aria-label="Show the changes/.exec(
        await visit(author, mr, '?page=2'),
      )!;
      const alone = await visit(author, mr, link!.replaceAll('&amp;', '&'));
      expect(alone).toContain('aria-label="Comment on line 3000"');
      expect(alone).toMatch(/diffs\?page=2&amp;diff_id=\d+">Show all files/);
      expect(alone).toContain('<input type="hidden" name="page" value="2">');
    });

    it('of a file that is too large have its threads', async () => {
      const { mr } = await changing([file('big', `@@ -0,0 +1,3 @@\n${'+x\n'.repeat(3)}`)]);
      const fields = {
        diff_id: String(await versionOf(mr)),
        on: fileIdOf({ newPath: 'big' }),
        comment: '0_1',
        back: '',
      };
      await send(author, mr, '/diffs', { ...fields, body: 'Too much' });
      const files = [{ ...file('big', `@@ -0,0 +1,10001 @@\n${'+x\n'.repeat(10_001)}`), blob: sha('big') }];
      app.world.diffs.set(mr.sha, { files, overflow: false });
      const text = await visit(author, mr);
      expect(text).toMatch(/Mark as viewed<[^]*Show the changes<[^]*On other lines or versions[^]*Too much/);
    });

    it('are hidden with the project, and refused to guests', async () => {
      const { mr } = await changing(undefined, { visibility: 'private' });
      expect((await browser.visit(outsider, at(mr, '/diffs'))).status).toBe(404);
      expect((await browser.visit(guest, at(mr, '/diffs'))).status).toBe(403);
    });
  });
});
