import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { sha, user } from '../testing/fake-world.js';
import { author, developer, guest, master, mergeScene, type Body } from '../testing/merge-scene.js';
import { PageBrowser } from '@hearth/testing';

const HOSTILE = '<script>alert(1)</script>';
const outsider = user(50);

describe('the pages of merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const { newProject, opened, pipeline, read } = mergeScene(app);
  const browser = new PageBrowser(app);
  const listOf = (mr: Body) => `/-/project/${mr.project_id}/merge_requests`;
  const at = (mr: Body, rest = '') => `${listOf(mr)}/${mr.iid}${rest}`;
  const send = (who: typeof author, mr: Body, action: string, fields?: Record<string, string>) =>
    browser.send(who, at(mr), at(mr, action), fields);

  describe('the list', () => {
    it('has those in a state, found by text, author and label', async () => {
      const project = newProject();
      const mr = await app.open(author, project, { title: `Door ${HOSTILE}`, labels: ['hot'] });
      const other = await app.open(developer, project, { title: 'Window' });
      await app.request(author, 'PUT', `/projects/${other.project_id}/merge_requests/${other.iid}`, {
        state_event: 'close',
      });
      const titles = async (query: string) => {
        const { status, text } = await browser.visit(author, `${listOf(mr)}?${query}`);
        expect(status).toBe(200);
        return [...text.matchAll(/<strong>(Door|Window)/g)].map(([, title]) => title);
      };
      expect(await titles('')).toEqual(['Door']);
      expect(await titles('state=closed')).toEqual(['Window']);
      expect(await titles('state=all')).toEqual(['Window', 'Door']);
      expect(await titles('state=all&search=wind')).toEqual(['Window']);
      expect(await titles('state=all&author=user-3')).toEqual(['Door']);
      expect(await titles('state=all&label=hot')).toEqual(['Door']);
      const { text } = await browser.visit(author, listOf(mr));
      expect(text).toContain('Door &lt;script&gt;');
      expect(text).not.toContain(HOSTILE);
      expect(text).toContain(`href="/${project.card.fullPath}/-/merge_requests/${mr.iid}"`);
    });

    it('is hidden with the project, and refused to guests', async () => {
      const { mr } = await opened(newProject({ visibility: 'private' }));
      expect((await browser.visit(outsider, listOf(mr))).status).toBe(404);
      expect((await browser.visit(guest, listOf(mr))).status).toBe(403);
      const { status, location } = await browser.visit(null, listOf(mr));
      expect([status, location]).toEqual([303, expect.stringContaining('/users/sign_in?return_to=')]);
    });
  });

  it('lead to the text of the newest version, for git am and git apply', async () => {
    const { mr } = await opened(newProject({ visibility: 'private' }));
    const { base_sha, head_sha } = mr.diff_refs;
    for (const format of ['patch', 'diff']) {
      const { status, location } = await browser.visit(author, at(mr, `.${format}`));
      const text = `/-/compare/${base_sha}...${head_sha}.${format}`;
      expect([status, location]).toEqual([302, expect.stringContaining(text)]);
      expect((await browser.visit(outsider, at(mr, `.${format}`))).status).toBe(404);
    }
  });

  describe("the list of one's own", () => {
    it('has those that are assigned, to be reviewed or opened', async () => {
      const project = newProject();
      const title = 'Own <b>';
      const mr = await app.open(author, project, { title, assignee_ids: [2], reviewer_ids: [1], labels: ['hot'] });
      const titles = async (who: typeof author, query: string) => {
        const { status, text } = await browser.visit(who, `/dashboard/merge_requests?search=own&${query}`);
        expect(status).toBe(200);
        return [...text.matchAll(/<a href="([^"]+)"><strong>Own &lt;b&gt;/g)].map(([, href]) => href);
      };
      const found = [`/${project.card.fullPath}/-/merge_requests/${mr.iid}`];
      expect(await titles(developer, '')).toEqual(found);
      expect(await titles(master, 'scope=reviews')).toEqual(found);
      expect(await titles(author, 'scope=created')).toEqual(found);
      expect(await titles(author, '')).toEqual([]);
      expect(await titles(author, 'scope=all&state=closed')).toEqual([]);
      expect((await browser.visit(author, '/dashboard/merge_requests?scope=created')).text).toMatch(/fill="#\w+"/);
      expect((await browser.visit(null, '/dashboard/merge_requests')).location).toContain('/users/sign_in');
    });
  });

  describe('the page of one', () => {
    it('shows its texts rendered, its people, labels and pipeline', async () => {
      const { project, mr } = await opened(undefined, {
        title: `Fix ${HOSTILE}`,
        description: `**bold** ${HOSTILE} #12`,
        labels: ['hot & cold'],
        assignee_ids: [2],
      });
      pipeline(mr, 'running');
      const { status, text } = await browser.visit(author, at(mr));
      expect(status).toBe(200);
      expect(text).toContain('<strong>bold</strong>');
      expect(text).toContain(`href="/${project.card.fullPath}/-/issues/12"`);
      expect(text).not.toContain('<script>alert');
      expect(text).toMatch(/Assignees<\/dt><dd><a href="\/user-2">User 2<\/a>/);
      expect(text).toContain('hot &amp; cold</a>');
      expect(text).toMatch(/Pipeline<\/dt>.*running/);
      expect(text).toContain('Merge when the pipeline succeeds');
      expect(text).toContain('It can be merged.');
    });

    it('shows notes with anchors, threads in order, and those of the system', async () => {
      const { mr } = await opened();
      const api = `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
      const { body: alone } = await app.request(developer, 'POST', `${api}/notes`, { body: `First ${HOSTILE}` });
      const { body: thread } = await app.request(developer, 'POST', `${api}/discussions`, { body: '_Second_' });
      await app.request(author, 'POST', `${api}/discussions/${thread.id}/notes`, { body: 'Third' });
      await app.request(author, 'PUT', api, { title: 'Other title' });
      const { text } = await browser.visit(author, at(mr));
      const ids = [...text.matchAll(/ id="note_(\d+)"/g)].map(([, id]) => Number(id));
      expect(ids).toHaveLength(4);
      expect(ids[0]).toBe(alone.id);
      expect(text).toMatch(/First[^]*<em>Second<\/em>[^]*Third[^]*class="happened"[^]*changed title/);
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('some are not resolved');
    });

    it('offers no action to a reader, and is hidden with the project', async () => {
      const { mr } = await opened();
      const { text } = await browser.visit(outsider, at(mr));
      expect(text).toContain('>Comment</button>');
      expect(text).not.toMatch(/>Merge<|>Approve<|Close merge request|>Edit<|Resolve thread/);
      const { mr: hidden } = await opened(newProject({ visibility: 'private' }));
      expect((await browser.visit(outsider, at(hidden))).status).toBe(404);
      expect((await browser.visit(author, `${listOf(mr)}/99`)).status).toBe(404);
    });
  });

  describe('the pages of its commits and changes', () => {
    const patch = '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n let one = 1;\n-let <two>\n+let <three>\n';
    const modes = { oldMode: '100644', newMode: '100644', renamed: false };

    it('show lines with their numbers, highlighted, and the threads on them', async () => {
      const project = newProject();
      app.world.diffs.set(sha('head of x'), {
        files: [
          { ...modes, oldPath: 'x.ts', newPath: 'x.ts', patch },
          { ...modes, oldPath: HOSTILE, newPath: 'y', renamed: true, patch: '' },
        ],
        overflow: false,
      });
      project.branches.set('x', sha('head of x'));
      const { mr } = await opened(project, { source_branch: 'x' });
      const { base_sha, head_sha, start_sha } = mr.diff_refs;
      const position = { position_type: 'text', base_sha, head_sha, start_sha, new_path: 'x.ts', new_line: 2 };
      const api = `/projects/${mr.project_id}/merge_requests/${mr.iid}/discussions`;
      const made = await app.request(developer, 'POST', api, { body: `On a line ${HOSTILE}`, position });
      expect(made.status).toBe(201);
      const { status, text } = await browser.visit(author, at(mr, '/diffs'));
      expect(status).toBe(200);
      expect(text).toContain('2 files changed');
      expect(text).toMatch(/<tr class="removed"><td class="at">2<\/td><td class="at"><\/td>/);
      expect(text).toMatch(
        /<tr class="added"><td class="at"><\/td><td class="at">2<\/td><td class="sign">\+<button.*<\/td><td class="source">.*hljs-keyword.*&lt;.*<mark>three<\/mark>.*<\/td><\/tr>\s*<tr class="noted">[^]*On a line/,
      );
      expect(text).toContain('renamed');
      expect(text).not.toContain('<script>alert');
      expect((await browser.visit(author, at(mr))).text).toContain('On <code>x.ts</code>, line 2');
    });

    it('list the commits', async () => {
      const { project, mr } = await opened();
      const { status, text } = await browser.visit(author, at(mr, '/commits'));
      expect(status).toBe(200);
      expect(text).toContain(`href="/${project.card.fullPath}/-/commit/${mr.sha}"`);
      expect(text).toContain('Ada on');
    });

    it('are hidden with the project', async () => {
      const { mr } = await opened(newProject({ visibility: 'private' }));
      for (const page of ['/diffs', '/commits']) expect((await browser.visit(outsider, at(mr, page))).status).toBe(404);
    });
  });

  describe('forms', () => {
    it('without the token of a page are refused', async () => {
      const { mr } = await opened();
      const { status } = await browser.post(master, at(mr, '/merge'), {});
      expect(status).toBe(403);
      expect((await read(mr)).state).toBe('opened');
    });

    it('comment, open a thread, reply, resolve it and open it again', async () => {
      const { mr } = await opened();
      const discussions = async () =>
        (await app.request(author, 'GET', `/projects/${mr.project_id}/merge_requests/${mr.iid}/discussions`)).body;
      const first = await send(author, mr, '/notes', { body: 'Alone', page: '1' });
      expect([first.status, first.location]).toEqual([
        303,
        expect.stringMatching(/\/-\/merge_requests\/\d+\?page=1#note_\d+$/),
      ]);
      await send(author, mr, '/notes', { body: 'Thread', thread: 'true', page: '1' });
      const [, thread] = await discussions();
      await send(developer, mr, '/notes', { body: 'Reply', discussion_id: thread.id, page: '1' });
      expect(
        (await send(developer, mr, '/resolve', { discussion_id: thread.id, resolved: 'true', page: '1' })).status,
      ).toBe(303);
      const [, resolved] = await discussions();
      expect(resolved.notes.map(({ body, resolved: is }: Body) => [body, is])).toEqual([
        ['Thread', true],
        ['Reply', true],
      ]);
      expect((await browser.visit(author, at(mr))).text).toContain('Resolved by User 2.');
      await send(developer, mr, '/resolve', { discussion_id: thread.id, resolved: 'false', page: '1' });
      expect((await discussions())[1].notes[0].resolved).toBe(false);
    });

    it('show refused comments again with their text', async () => {
      const { mr } = await opened();
      const lost = await send(author, mr, '/notes', { body: 'Lost <b>', discussion_id: 'f'.repeat(40), page: '1' });
      expect([lost.status, lost.text.includes('The thread does not exist any more.')]).toEqual([422, true]);
      const empty = await send(author, mr, '/notes', { body: ' ', page: '1' });
      expect([empty.status, empty.text.includes('Write a comment first.')]).toEqual([422, true]);
      const refused = await send(outsider, mr, '/resolve', {
        discussion_id: 'f'.repeat(40),
        resolved: 'true',
        page: '1',
      });
      expect(refused.status).toBe(422);
    });

    it('merge, and remove the source branch only if asked', async () => {
      const { mr } = await opened();
      const { status } = await send(developer, mr, '/merge', { sha: mr.sha, remove_source_branch: 'true' });
      expect(status).toBe(303);
      expect(await read(mr)).toMatchObject({ state: 'merged', should_remove_source_branch: true });
      expect((await browser.visit(author, at(mr))).text).toMatch(/Merged by <a href="\/user-2">/);
      expect((await send(developer, mr, '/merge')).text).toContain('It is merged or closed already.');
    });

    it('say why a merge is refused', async () => {
      const { mr } = await opened();
      const stale = await send(developer, mr, '/merge', { sha: sha('another') });
      expect([stale.status, stale.text.includes('The source branch has changed')]).toEqual([422, true]);
      expect((await send(outsider, mr, '/merge')).text).toContain('You may not merge into this branch.');
      const { mr: draft } = await opened(undefined, { title: 'Draft: x' });
      const refused = await send(developer, draft, '/merge');
      expect(refused.text).toContain('It cannot be merged yet.');
      expect(refused.text).toContain('It is a draft');
    });

    it('merge when the pipeline succeeds, and cancel that', async () => {
      const { mr } = await opened();
      pipeline(mr, 'running');
      await send(developer, mr, '/merge', { sha: mr.sha, merge_when_pipeline_succeeds: 'true' });
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
      expect((await browser.visit(developer, at(mr))).text).toContain('Cancel the automatic merge');
      await send(developer, mr, '/cancel_merge');
      expect((await read(mr)).merge_when_pipeline_succeeds).toBe(false);
      expect((await send(developer, mr, '/cancel_merge')).text).toContain('No merge waits for the pipeline.');
    });

    it('approve and withdraw', async () => {
      const { mr } = await opened();
      const rules = `/projects/${mr.project_id}/approvals`;
      await app.request(master, 'POST', rules, { approvals_before_merge: 2 });
      await send(developer, mr, '/approve', { sha: mr.sha });
      const { text } = await browser.visit(developer, at(mr));
      expect(text).toMatch(/Approved by<\/dt><dd><a href="\/user-2">/);
      expect(text).toContain('<dd>All Members: 1 of 2</dd>');
      await send(developer, mr, '/unapprove');
      expect((await send(developer, mr, '/unapprove')).text).toContain('You have not approved this merge request.');
      expect((await send(author, mr, '/approve')).text).toContain('You cannot approve this merge request.');
    });

    it('rebase', async () => {
      const { mr } = await opened();
      expect((await send(outsider, mr, '/rebase')).text).toContain('You may not push to the source branch');
      const { status, location } = await send(author, mr, '/rebase');
      expect([status, location]).toEqual([303, expect.stringContaining('?done=rebase')]);
      expect((await send(author, mr, '/rebase')).text).toContain('A rebase is running already.');
    });

    it('close and reopen', async () => {
      const { mr } = await opened();
      expect((await send(author, mr, '/state', { state_event: 'close' })).status).toBe(303);
      expect((await browser.visit(author, at(mr))).text).toContain('Reopen merge request');
      await send(author, mr, '/state', { state_event: 'reopen' });
      expect((await read(mr)).state).toBe('opened');
      const refused = await send(outsider, mr, '/state', { state_event: 'close' });
      expect([refused.status, refused.text.includes('You may not do this.')]).toEqual([422, true]);
    });

    it('mark as a draft, and as ready', async () => {
      const { mr } = await opened();
      expect((await browser.visit(author, at(mr))).text).toContain('>Mark as draft<');
      for (let times = 0; times < 2; times += 1) await send(author, mr, '/draft', { draft: 'true' });
      expect(await read(mr)).toMatchObject({ title: `Draft: ${mr.title}`, draft: true });
      expect((await browser.visit(author, at(mr))).text).toContain('>Mark as ready<');
      expect((await browser.visit(outsider, at(mr))).text).not.toContain('>Mark as ready<');
      const refused = await send(outsider, mr, '/draft', { draft: 'false' });
      expect([refused.status, refused.text.includes('You may not do this.')]).toEqual([422, true]);
      await send(author, mr, '/draft', { draft: 'false' });
      expect((await read(mr)).title).toBe(mr.title);
    });

    it('change title and description', async () => {
      const { mr } = await opened();
      const edit = (who: typeof author, fields: Record<string, string>) =>
        browser.send(who, at(mr, '/edit'), at(mr, '/edit'), fields);
      expect((await edit(author, { title: 'New', description: 'Text' })).status).toBe(303);
      expect(await read(mr)).toMatchObject({ title: 'New', description: 'Text' });
      const refused = await edit(author, { title: 'x'.repeat(256), description: 'Kept <b>' });
      expect([refused.status, refused.text.includes('Kept &lt;b&gt;')]).toEqual([422, true]);
      expect((await browser.visit(outsider, at(mr, '/edit'))).status).toBe(403);
    });

    it('tick tasks of the description as it was seen', async () => {
      const { mr } = await opened(undefined, { description: 'Do:\n\n- [ ] one\n- [x] two' });
      const page = await browser.visit(author, at(mr));
      const [, version = ''] = /name="version" value="(\w+)"/.exec(page.text) ?? [];
      expect(page.text).toMatch(/<button[^>]+value="2"[^>]+aria-checked="false"/);
      expect((await send(author, mr, '/tasks', { task: '2', version })).status).toBe(303);
      expect((await read(mr)).description).toBe('Do:\n\n- [x] one\n- [x] two');
      const late = await send(author, mr, '/tasks', { task: '3', version });
      expect([late.status, late.text]).toEqual([422, expect.stringContaining('has changed since')]);
      expect((await send(outsider, mr, '/tasks', { task: '2', version })).status).toBe(403);
      expect((await browser.visit(outsider, at(mr))).text).not.toContain('name="version"');
    });

    it('begin with a template of the repository, and show the description before it is sent', async () => {
      const project = newProject();
      const list = `/-/project/${project.card.id}/merge_requests`;
      for (const name of ['Bug.md', 'default.md', 'notes.txt', 'deep/er.md'])
        project.files.set(`.gitlab/merge_request_templates/${name}`, `_Text_ of ${name} ${HOSTILE}`);
      const [first, bug] = await Promise.all(
        ['', '?template=Bug'].map(async (query) => (await browser.visit(author, `${list}/new${query}`)).text),
      );
      expect([first!.includes('>_Text_ of default.md'), bug!.includes('>_Text_ of Bug.md')]).toEqual([true, true]);
      expect([...first!.matchAll(/<option(?: selected)?>(.*?)</g)].map(([, name]) => name)).toEqual(['Bug', 'default']);
      const values = { title: 'Door', description: `**bold** ${HOSTILE}`, source_branch: 'a/b', target_branch: 'main' };
      const fields = { ...values, target_project_id: String(project.card.id), preview: 'true' };
      const shown = await browser.send(author, `${list}/new`, list, fields);
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<strong>bold</strong>')]);
      expect(shown.text).toContain('/-/compare/main...a/b"');
      expect(shown.text).not.toContain(HOSTILE);
      expect((await app.request(author, 'GET', `/projects/${project.card.id}/merge_requests`)).body).toEqual([]);
    });

    it.each([false, true])('offer what a fork was forked from at first, unless it targets itself: %s', async (self) => {
      const [origin, ids] = [newProject({ defaultBranch: 'trunk' }), { mrDefaultTargetSelf: self }];
      const fork = newProject({ ...ids, forkedFromId: origin.card.id, forkNetworkId: origin.card.id });
      const { text } = await browser.visit(author, `/-/project/${fork.card.id}/merge_requests/new`);
      const { id, defaultBranch } = self ? fork.card : origin.card;
      expect(text).toContain(`<option value="${id}" selected>`);
      expect(text).toMatch(new RegExp(`name="target_branch"[^>]*value="${defaultBranch}"`));
    });

    it('open a merge request between branches', async () => {
      const project = newProject();
      project.branches.set('fix-the_door', sha('fix'));
      const list = `/-/project/${project.card.id}/merge_requests`;
      const page = await browser.visit(author, `${list}/new?merge_request[source_branch]=fix-the_door`);
      expect(page.text).toContain('value="Fix the door"');
      const titled = 'merge_request%5Btitle%5D=Close&merge_request%5Bdescription%5D=It+stood+open';
      const linked = await browser.visit(author, `${list}/new?${titled}`);
      expect(linked.text).toMatch(/value="Close"[^]*>It stood open</);
      expect((await browser.visit(outsider, `${list}/new`)).status).toBe(403);
      const target_project_id = String(project.card.id);
      const values = {
        title: 'Door',
        description: '',
        source_branch: 'fix-the_door',
        target_branch: 'main',
        target_project_id,
      };
      const made = await browser.send(author, `${list}/new`, list, values);
      expect([made.status, made.location]).toEqual([303, `/${project.card.fullPath}/-/merge_requests/1`]);
      const again = await browser.send(author, `${list}/new`, list, values);
      expect([again.status, again.text.includes('Another open merge request has the same branches.')]).toEqual([
        422,
        true,
      ]);
      expect(page.text).toContain('name="reviewers"');
      project.branches.set('window', sha('window'));
      const planned = {
        ...{ ...values, source_branch: 'window', labels: 'hot, cold', assignees: '@user-2', reviewers: 'User-1' },
        milestone: '',
      };
      const unknown = await browser.send(author, `${list}/new`, list, { ...planned, reviewers: 'user-2, user-0777' });
      expect([unknown.status, unknown.text]).toEqual([422, expect.stringMatching(/user-0777[^]*value="hot, cold"/)]);
      const untitled = await browser.send(author, `${list}/new`, list, { ...planned, milestone: 'none <b>' });
      expect(untitled.text).toContain('Milestone does not exist');
      expect((await browser.send(author, `${list}/new`, list, planned)).status).toBe(303);
      const opened2 = (await app.request(author, 'GET', `/projects/${project.card.id}/merge_requests/2`)).body;
      expect(opened2).toMatchObject({ labels: ['cold', 'hot'], assignee: { id: 2 }, reviewers: [{ id: 1 }] });
      const edited = `${list}/2/edit`;
      expect((await browser.visit(author, edited)).text).toMatch(/value="(hot, cold|cold, hot)"[^]*value="user-2"/);
      const fields = { title: 'Window', description: '- [ ] one', labels: 'hot', assignees: '', reviewers: '' };
      expect((await browser.send(author, edited, edited, { ...fields, milestone: '' })).status).toBe(303);
      const changed = (await app.request(author, 'GET', `/projects/${project.card.id}/merge_requests/2`)).body;
      expect(changed).toMatchObject({ labels: ['hot'], assignees: [], reviewers: [], description: '- [ ] one' });
      const missing = await browser.send(author, `${list}/new`, list, { ...values, source_branch: 'gone' });
      expect(missing.text).toContain('Source branch &quot;gone&quot; does not exist');
    });
  });
});
