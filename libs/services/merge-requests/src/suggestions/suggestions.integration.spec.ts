import { PageBrowser } from '@hearth/testing';
import type { Principal } from '@hearth/contract-kit';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { sha, user } from '../testing/fake-world.js';
import { author, developer, mergeScene, type Body } from '../testing/merge-scene.js';

const outsider = user(50);

describe('suggestions', () => {
  const app = MergeRequestsApp.inBlock();
  const { newProject, opened } = mergeScene(app);
  const browser = new PageBrowser(app);
  const at = (mr: Body, rest = '') => `/-/project/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const api = (mr: Body) => `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
  const apply = (who: Principal, mr: Body, note: Body, fields: object = {}) =>
    browser.send(who, at(mr), at(mr, `/notes/${note.id}/suggestion`), { index: '0', page: '1', ...fields });

  let count = 0;
  /** A merge request with a suggestion of the developer on the second line of its file. */
  async function suggested() {
    const project = newProject();
    const branch = `suggestion-${(count += 1)}`;
    const patch = '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+<2>\n three\n';
    const file = { oldPath: 'x', newPath: 'x', oldMode: '100644', newMode: '100644', renamed: false, patch };
    app.world.diffs.set(sha(branch), { files: [file], overflow: false });
    project.branches.set(branch, sha(branch));
    const { mr } = await opened(project, { source_branch: branch });
    const position = { position_type: 'text', ...mr.diff_refs, new_path: 'x', new_line: 2 };
    const body = 'Better:\n```suggestion:-1+0\n<uno>\ndos\n```';
    const { body: discussion } = await app.request(developer, 'POST', `${api(mr)}/discussions`, { body, position });
    return { project, mr, discussion, note: discussion.notes[0] };
  }

  it('are small diffs, on the page of the changes and in the discussion', async () => {
    const { mr } = await suggested();
    for (const page of ['', '/diffs']) {
      const { text } = await browser.visit(author, at(mr, page));
      expect(text).toMatch(
        /<p>Better:<\/p>[^]*Suggested change[^]*<td class="at">1<\/td>.*one<[^]*&lt;2&gt;<[^]*&lt;uno&gt;<[^]*dos</,
      );
      expect(text).toContain('>Apply suggestion</button>');
      expect((await browser.visit(outsider, at(mr, page))).text).not.toContain('>Apply suggestion</button>');
    }
  });

  it('are applied by a commit of their author, which resolves the thread', async () => {
    const { mr, note, discussion } = await suggested();
    const { status, location } = await apply(author, mr, note);
    expect([status, location]).toEqual([303, expect.stringMatching(`\\?page=1&done=applied#note_${note.id}$`)]);
    expect(app.merges.replaced.at(-1)).toMatchObject({
      ...{ branch: mr.source_branch, tip: mr.sha, path: 'x', from: 1, to: 2, lines: ['<uno>', 'dos'] },
      author: { name: 'User 2', email: 'user-2@example.com' },
      committer: { userId: author.userId },
      message: 'Apply 1 suggestion(s) to 1 file(s)',
    });
    const { body: now } = await app.request(author, 'GET', api(mr));
    expect(now.sha).not.toBe(mr.sha);
    const { body: after } = await app.request(author, 'GET', `${api(mr)}/discussions/${discussion.id}`);
    expect(after.notes[0]).toMatchObject({ body: note.body, resolved: true });
    const again = await apply(author, mr, note);
    expect([again.status, again.text.includes('its lines have changed')]).toEqual([422, true]);
    expect(again.text).toContain('<span class="tag">outdated</span>');
  });

  it('are applied through the API, whose notes show them', async () => {
    const { mr, note } = await suggested();
    const before = { from_line: 1, to_line: 2, from_content: 'one\n<2>\n', to_content: '<uno>\ndos\n' };
    const [suggestion] = note.suggestions;
    expect(note.suggestions).toEqual([{ id: expect.any(Number), ...before, appliable: true, applied: false }]);
    const at = `/suggestions/${suggestion.id}/apply`;
    expect((await app.request(null, 'PUT', at)).status).toBe(401);
    expect((await app.request(author, 'PUT', `/suggestions/${suggestion.id + 1}/apply`)).status).toBe(404);
    expect((await app.request(author, 'PUT', '/suggestions/1/apply')).status).toBe(404);
    app.merges.forbidden.add(outsider.userId);
    expect((await app.request(outsider, 'PUT', at)).status).toBe(403);
    const { status, body } = await app.request(author, 'PUT', at, { commit_message: 'Count in Spanish' });
    expect([status, body]).toMatchObject([200, { id: suggestion.id, appliable: false, applied: true }]);
    expect(app.merges.replaced.at(-1)).toMatchObject({ branch: mr.source_branch, message: 'Count in Spanish' });
    expect((await app.request(author, 'PUT', at)).status).toBe(400);
    await app.request(developer, 'PUT', `${api(mr)}/notes/${note.id}`, { body: '```suggestion\nother\n```' });
    const { body: changed } = await app.request(author, 'GET', `${api(mr)}/notes/${note.id}`);
    expect(changed.suggestions).toMatchObject([{ id: suggestion.id, applied: false, to_content: 'other\n' }]);
  });

  it('are applied together by one commit, if they are of one merge request', async () => {
    const { mr, note } = await suggested();
    const position = { position_type: 'text', ...mr.diff_refs, old_path: 'x', new_path: 'x', old_line: 3, new_line: 3 };
    const third = { body: '```suggestion\ntres\n```', position };
    const { body: other } = await app.request(author, 'POST', `${api(mr)}/discussions`, third);
    const ids = [note, other.notes[0]].map(({ suggestions }) => suggestions[0].id);
    const elsewhere = await suggested();
    const both = (all: number[]) => app.request(author, 'PUT', '/suggestions/batch_apply', { ids: all });
    expect((await both([ids[0]!, elsewhere.note.suggestions[0].id])).body).toEqual({
      message: 'Suggestions must all be on the same branch.',
    });
    expect((await both([])).status).toBe(400);
    const { status, body } = await both(ids);
    expect([status, body]).toMatchObject([200, ids.map((id) => ({ id, applied: true }))]);
    expect(app.merges.replaced.at(-1)).toMatchObject({
      ...{ from: 1, to: 2, others: [{ path: 'x', from: 3, to: 3, lines: ['tres'] }] },
      author: { name: author.name },
      message: 'Apply 2 suggestion(s) to 1 file(s)',
    });
  });

  it('are refused without push rights, after a push, and for a closed merge request', async () => {
    const { project, mr, note } = await suggested();
    const refusal = async (who: Principal, fields: object = {}) => {
      const { status, text } = await apply(who, mr, note, fields);
      return [status, /role="alert" id="error">([^<]*)</.exec(text)?.[1]];
    };
    expect(await refusal(author, { index: '1' })).toEqual([422, 'The suggestion does not exist any more.']);
    app.merges.forbidden.add(outsider.userId);
    expect(await refusal(outsider)).toEqual([422, 'You may not push to the source branch.']);
    project.branches.set(mr.source_branch, sha('pushed'));
    expect(await refusal(author)).toEqual([422, expect.stringContaining('its lines have changed')]);
    await app.request(author, 'PUT', api(mr), { state_event: 'close' });
    expect(await refusal(author)).toEqual([422, expect.stringContaining('cannot be applied any more')]);
  });
});
