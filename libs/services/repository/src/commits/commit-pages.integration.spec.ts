import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git as Client } from '@hearth/testing';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let pages: PageVisits;

/** A history of 22 commits on `main`; a branch with one more, whose message and author are hostile. */
beforeAll(async () => {
  project = projects.make('public');
  client = await projects.client(project, projects.master);
  for (let i = 1; i <= 20; i += 1) await client.run(['commit', '--quiet', '--allow-empty', '-m', `Step ${i}`]);
  await mkdir(path.join(client.folder, 'lib'));
  await writeFile(path.join(client.folder, 'lib/a.txt'), 'one\n<b>two</b>\n');
  await client.run(['add', '.']);
  await client.run(['commit', '--quiet', '-m', 'Add the library']);
  await client.run(['switch', '--quiet', '-c', 'feature/x']);
  await writeFile(path.join(client.folder, 'lib/a.txt'), 'one\n<i>three</i>\n');
  await client.run(['add', '.']);
  const author = ['--author', 'Eve & Co <eve@example.com>'];
  await client.run(['commit', '--quiet', ...author, '-m', 'Change <script>x</script>', '-m', 'And <more> of it.']);
  await client.run(['push', '--quiet', 'origin', 'main', 'feature/x']);
  pages = new PageVisits(app, project);
});

const address = (rest: string) => `/${project.fullPath}/-/${rest}`;
const titles = (text: string) =>
  [...text.matchAll(/<li><div><a href="[^"]+\/commit\/\w+">(.+?)<\/a>/g)].map((match) => match[1]!);

describe('the page of commits', () => {
  it('shows those of the default branch, twenty on a page', async () => {
    const { status, text } = await pages.open('commits');
    expect(status).toBe(200);
    expect([titles(text).length, titles(text)[0]]).toEqual([20, 'Add the library']);
    expect(text).toContain(`rel="next" href="${address('commits/main?page=2')}"`);
    expect(titles((await pages.open('commits/main?page=2')).text)).toEqual(['Step 1', 'first']);
  });

  it('shows those of a ref with slashes, and of a path there', async () => {
    const { text } = await pages.open('commits/feature/x/lib/a.txt');
    expect(titles(text)).toEqual(['Change &lt;script&gt;x&lt;/script&gt;', 'Add the library']);
    expect(text).toContain(`<a href="${address('commits/feature/x/lib')}">lib</a>`);
    expect((await pages.open('commits/main/nothing')).text).toContain('There are no such commits.');
  });

  it('searches messages and authors', async () => {
    expect(titles((await pages.open('commits/main?search=THE+lib')).text)).toEqual(['Add the library']);
    const { text } = await pages.open('commits/feature/x?search=Eve&in=author');
    expect(titles(text)).toHaveLength(1);
    expect(text).toContain('<option value="author" selected>');
    const steps = await pages.open('commits/main?search=Step');
    expect(titles(steps.text)).toHaveLength(20);
    expect((await pages.open('commits/main?search=x&in=other')).status).toBe(400);
  });

  it('answers 404 for an unknown ref, hides a private project, and shows an empty repository', async () => {
    expect((await pages.open('commits/nothing', projects.reporter)).status).toBe(404);
    const { project: hidden } = await projects.start('private');
    const its = new PageVisits(app, hidden);
    for (const page of ['commits', 'commits/main', 'commit/HEAD']) {
      expect((await its.open(page)).location).toMatch(/^\/users\/sign_in\?/);
      expect((await its.open(page, projects.stranger)).status).toBe(404);
      expect((await its.open(page, projects.reporter)).status).toBe(200);
    }
    const empty = new PageVisits(app, projects.make('public'));
    expect((await empty.open('commits/HEAD')).text).toContain('This repository is empty');
  });
});

describe('the page of a commit', () => {
  it('shows message, author and changes', async () => {
    const id = await client.idOf('feature/x');
    const { status, text } = await pages.open(`commit/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1>Change &lt;script&gt;x&lt;/script&gt;</h1>');
    expect(text).toContain('<pre class="message">And &lt;more&gt; of it.</pre>');
    expect(text).toMatch(/<dt>Author<\/dt><dd>Eve &amp; Co &lt;eve@example\.com&gt;[^]*<dt>Committer<\/dt>/);
    expect(text).toContain('1 file changed, 1 added and 1 removed lines');
    expect(text).toMatch(
      /<tr class="removed"><td class="at">2<\/td><td class="at"><\/td><td class="sign">&minus;<\/td><td class="source">&lt;b&gt;two&lt;\/b&gt;<\/td><\/tr>/,
    );
    expect(text).toContain('<span class="folder">lib</span>');
    expect(text).toContain(`href="${address(`blob/${id}/lib/a.txt`)}"`);
    expect(text).toContain(`href="${address(`commit/${await client.idOf('main')}`)}"`);
  });

  it('shows its comments, with an anchor for each', async () => {
    const sha = await client.idOf('main');
    const at = `/api/v4/projects/${project.id}/repository/commits/${sha}/comments`;
    const headers = { 'content-type': 'application/json' };
    for (const comment of [{ note: 'Fine, *all*' }, { note: '<i>x</i>', path: 'lib/a.txt', line: 1 }]) {
      const sent = await app.send(at, {
        method: 'POST',
        as: projects.reporter,
        headers,
        body: JSON.stringify(comment),
      });
      expect(sent.status).toBe(201);
    }
    const { text } = await pages.open(`commit/${sha}`);
    expect(text).toMatch(
      /<article id="note_(\d+)">[^]* on <a href="#note_\1">[^]*<em>all<\/em>[^]*<td class="at">1<\/td>.*\n<tr class="noted">[^]*<i>x/,
    );
    expect((await pages.open(`commit/${sha}?w=1&view=parallel`)).text).toMatch(/<tr class="noted"><td colspan="6">/);
    expect((await pages.open('commit/main~1')).text).not.toContain('<article');
  });

  it('takes comments of those who may comment', async () => {
    const page = `commit/${await client.idOf('main')}`;
    expect((await pages.open(page)).text).not.toContain('name="body"');
    const { status, location } = await pages.send(
      page,
      `${page}/comments`,
      { body: 'By form' },
      { as: projects.reporter },
    );
    expect([status, location]).toEqual([303, expect.stringMatching(new RegExp(`^${address(page)}#note_\\d+$`))]);
    expect((await pages.open(page)).text).toMatch(new RegExp(`<article id="${location!.split('#')[1]}">[^]*By form`));
    const blank = await pages.send(page, `${page}/comments`, { body: ' ' }, { as: projects.reporter });
    const unknown = await pages.send(
      page,
      `commit/${'0'.repeat(40)}/comments`,
      { body: 'a' },
      { as: projects.reporter },
    );
    const forged = await pages.send(page, `${page}/comments`, { body: 'a' }, { as: projects.reporter, token: 'x' });
    expect([blank.status, unknown.status, forged.status]).toEqual([400, 404, 403]);
  });

  it('takes comments on lines, and shows them there', async () => {
    const page = `commit/${await client.idOf('feature/x')}`;
    const file = createHash('sha1').update('lib/a.txt').digest('hex');
    expect((await pages.open(page)).text).not.toContain('name="comment"');
    const { text } = await pages.open(`${page}?view=parallel&on=${file}&comment=3_2`, projects.reporter);
    expect(text).toMatch(
      /<button class="comment" form="comment-\w{40}" name="comment" value="2_2" aria-label="Comment on line 2 before">/,
    );
    expect(text).toContain('Your comment on line 2, in Markdown');
    const fields = { body: '*Why*?', view: 'parallel', on: file, comment: '2_2' };
    const { status, location } = await pages.send(page, `${page}/comments`, fields, { as: projects.reporter });
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${address(page)}\\?view=parallel#note_\\d+$`)),
    ]);
    const { text: shown } = await pages.open(page);
    expect(shown).toMatch(
      new RegExp(
        `<tr class="removed">[^\\n]*\n<tr class="noted"><td colspan="4">\n<div class="thread" id="thread-(\\w{40})">\\s*<article id="${location!.split('#')[1]}">[^]*<em>Why</em>`,
      ),
    );
    expect(shown).not.toContain('On <code>lib/a.txt');
    const elsewhere = { ...fields, comment: '9_9' };
    expect((await pages.send(page, `${page}/comments`, elsewhere, { as: projects.reporter })).status).toBe(400);
    expect((await pages.open(`${page}?w=1`, projects.reporter)).text).not.toContain('name="comment"');
  });

  it('takes replies below comments on lines, of those who may comment', async () => {
    const page = `commit/${await client.idOf('feature/x')}`;
    const [, thread = ''] = /id="thread-(\w{40})"/.exec((await pages.open(page)).text)!;
    const reply = (fields: Record<string, string>) =>
      pages.send(page, `${page}/comments`, fields, { as: projects.reporter });
    const { status, location } = await reply({ body: '*Because*', view: 'inline', discussion_id: thread });
    expect([status, location]).toEqual([303, expect.stringMatching(new RegExp(`^${address(page)}#note_\\d+$`))]);
    const below = new RegExp(
      `<tr class="noted">[^]*id="thread-${thread}">[^]*<em>Why</em>[^]*<article id="${location!.split('#')[1]}">[^]*<em>Because</em>`,
    );
    const form = `name="discussion_id" value="${thread}"`;
    const shown = await Promise.all(
      [undefined, projects.reporter].map(async (as) => (await pages.open(page, as)).text),
    );
    expect(shown).toEqual([expect.stringMatching(below), expect.stringMatching(below)]);
    expect(shown.map((text) => text.includes(form))).toEqual([false, true]);
    expect((await reply({ body: 'Lost', discussion_id: 'f'.repeat(40) })).status).toBe(404);
    // A comment on the whole commit stands alone.
    expect((await pages.open(`commit/${await client.idOf('main')}`, projects.reporter)).text).toMatch(
      /By form<\/p>\s*<\/div>\s*<\/article>\s*<\/div>/,
    );
  });

  it('shows changes side by side, with marks at changed words, and without those of whitespace', async () => {
    await writeFile(path.join(client.folder, 'lib/a.txt'), 'one\n <i>three  four</i>\n');
    await writeFile(path.join(client.folder, 'lib/b c.txt'), 'new');
    await client.run(['add', '.']);
    await client.run(['commit', '--quiet', '-m', 'Change words']);
    await client.run(['push', '--quiet', 'origin', 'HEAD:spaces']);
    await writeFile(path.join(client.folder, 'lib/a.txt'), 'one\n<i>three four</i>\n');
    await writeFile(path.join(client.folder, 'lib/b c.txt'), 'newer one');
    await client.run(['commit', '--quiet', '--all', '-m', 'Change spaces']);
    await client.run(['push', '--quiet', 'origin', 'HEAD:spaces']);
    const words = await pages.open('commit/spaces~1?view=parallel');
    expect(words.text).toMatch(
      /<td class="source removed">&lt;i&gt;three&lt;\/i&gt;<\/td>.*<td class="source added"><mark> <\/mark>&lt;i&gt;three<mark> {2}four<\/mark>&lt;/,
    );
    const { text } = await pages.open('compare/spaces~1...spaces?w=1');
    expect(text).toContain('2 files changed, 1 added and 1 removed lines');
    expect(text).toContain(`href="${address('compare/spaces~1...spaces?view=parallel&amp;w=1')}"`);
    expect(text).toContain('newer one</td>');
  });

  it('has few lines of many files, and each file alone', async () => {
    const text = (lines: number) => Array.from({ length: lines }, (_, line) => `line ${line}\n`).join('');
    for (const [name, lines] of [['1.txt', 150] as const, ['2.txt', 2_100] as const])
      await writeFile(path.join(client.folder, name), text(lines));
    await client.run(['switch', '--quiet', '-c', 'long', 'main']);
    await client.run(['add', '.']);
    await client.run(['commit', '--quiet', '-m', 'Add two']);
    await client.run(['push', '--quiet', 'origin', 'long']);
    const file = createHash('sha1').update('2.txt').digest('hex');
    const sha = await client.idOf('long');
    for (const page of [`commit/${sha}`, 'compare/main...long']) {
      const { text: both } = await pages.open(page);
      const alone = `<a rel="nofollow" href="${address(page)}?file=${file}" aria-label="Show the changes of 2.txt">`;
      expect([both.match(/<tr class="added">/g)?.length, both.includes(alone)]).toEqual([150, true]);
      const { text: one } = await pages.open(`${page}?file=${file}`);
      expect([one.match(/<tr class="added">/g)?.length, one.includes('1.txt')]).toEqual([2_100, false]);
      expect(one).toContain('1 file changed, 2100 added');
      expect(one).toContain(`<a href="${address(page)}">Show all files</a>`);
    }
    const { text: form } = await pages.open(`commit/${sha}?on=${file}&comment=0_1`, projects.reporter);
    expect(form.match(/<tr class="added">/g)).toHaveLength(2_250);
    expect(form).toContain('Your comment on line 1, in Markdown');
  });

  it('shows the first commit, and answers 404 for an unknown one', async () => {
    const { text } = await pages.open('commit/main~21');
    expect(text).toMatch(/<h1>first<\/h1>[^]*<span class="tag">added<\/span>/);
    expect(text).not.toContain('<dt>Parent');
    expect((await pages.open(`commit/${'0'.repeat(40)}`)).status).toBe(404);
  });
});

describe('the page of a comparison', () => {
  it('shows commits and changes that the other ref does not have', async () => {
    const { status, text } = await pages.open('compare/main...feature/x');
    expect(status).toBe(200);
    expect(titles(text)).toEqual(['Change &lt;script&gt;x&lt;/script&gt;']);
    expect(text).toContain('1 file changed, 1 added and 1 removed lines');
    expect(text).toContain('value="feature/x"');
    expect((await pages.open('compare/feature/x...main')).text).toContain('has every commit of');
    expect((await pages.open('compare/main...main')).text).toContain('Both are the same commit.');
  });

  it('takes the refs of its form', async () => {
    expect((await pages.open('compare')).text).toContain('Enter two branches, tags or commits.');
    const { status, location } = await pages.open('compare?from=main&to=feature%2Fx');
    expect([status, location]).toEqual([303, address('compare/main...feature/x')]);
  });

  it.each(['main', 'main...nothing', 'main..feature/x'])('answers 404 for %s', async (range) => {
    expect((await pages.open(`compare/${range}`)).status).toBe(404);
  });
});
