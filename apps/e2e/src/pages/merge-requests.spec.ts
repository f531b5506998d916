import type { Browser } from 'playwright-core';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { Visitor, startBrowser } from '../system/visitor.js';

const LONG = 'a_very_long_name_without_any_space_that_has_to_be_broken_somewhere_on_a_telephone';

describe('pages of merge requests', () => {
  let browser: Browser;
  let author: Person;
  let visitor: Visitor;
  let address: string;
  let api: string;

  beforeAll(async () => {
    [browser, author] = await Promise.all([startBrowser(), newPerson('mr-pages')]);
    visitor = await Visitor.with(browser);
    const project = await newProject(author, 'mr-pages', 'public');
    [address, api] = [`/${project.path_with_namespace}/-/merge_requests`, projectPath(project)];
    const commit = (branch: string, action: string, content: string, fields: object = {}) =>
      author.api.post(`${api}/repository/commits`, {
        ...{ branch, commit_message: `Write ${LONG}`, ...fields },
        actions: [
          { action, file_path: `src/${LONG}.ts`, content },
          {
            action: action === 'create' ? 'create' : 'delete',
            file_path: 'src/old.ts',
            content: 'export const old = 0;\n',
          },
        ],
      });
    (await commit('main', 'create', 'export const one = 1;\nexport const two = 2;\n')).expect(201);
    const changed = `export const one = 1;\nexport const two = '${LONG.repeat(3)}';\n`;
    (await commit('fix-the-door', 'update', changed, { start_branch: 'main' })).expect(201);
    await visitor.signIn(author);
  });
  afterAll(() => browser.close());
  afterEach(() => expect(visitor.complaints).toEqual([]));

  async function look(name: string, path?: string): Promise<void> {
    if (path !== undefined) await visitor.page.goto(path);
    expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await visitor.defects(name)).toEqual([]);
  }

  /** Comments on a line, suggests a change and applies it, and looks at the changes in other ways. */
  async function review(): Promise<void> {
    const { page } = visitor;
    await look('merge-request-diffs-parallel', `${address}/1/diffs?view=parallel`);
    await look('merge-request-diffs-whitespace', `${address}/1/diffs?w=1`);
    await page.goto(`${address}/1/diffs`);
    await page.keyboard.press('n');
    expect(await page.evaluate<string>('document.activeElement.className')).toBe('thread');
    await page.keyboard.press('k');
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('SUMMARY');
    await page.keyboard.press('j');
    expect(await page.evaluate<string>('document.activeElement.innerText')).toContain('old.ts');
    await page.keyboard.press('p');
    expect(await page.evaluate<string>('document.activeElement.className')).toBe('thread');
    await page.keyboard.press('?');
    await look('merge-request-keys');
    await page.getByRole('button', { name: 'Comment on line 2 before' }).click();
    await look('merge-request-line-form');
    await page.getByLabel('Your comment on line 2 before').fill('Why was it two?');
    await visitor.press('Comment');
    expect(await page.locator('.noted').first().innerText()).toContain('Why was it two?');
    await page.getByRole('button', { name: 'Comment on line 1', exact: true }).click();
    await page.getByLabel('Your comment on line 1').fill('```suggestion\nexport const one = 1.5;\n```');
    await visitor.press('Comment');
    await look('merge-request-suggestion');
    await page
      .getByRole('link', { name: /^Edit comment/ })
      .last()
      .click();
    await look('merge-request-edit-note');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await visitor.press('Apply suggestion');
    expect(await page.getByRole('status').innerText()).toBe('The suggestion was applied.');
    await page.goto(`${address}/1/diffs`);
    expect(await page.locator('.patch').first().innerText()).toContain('1.5');
    await page.getByRole('button', { name: /^Mark as viewed/ }).click();
    await look('merge-request-viewed');
    expect(await page.getByText('1 viewed').count()).toBe(1);
    await page.locator('summary', { hasText: 'old.ts' }).press('Enter');
    await page.getByText('export const old = 0;').waitFor();
    expect(await page.evaluate<string>('document.activeElement.innerText')).toContain('old.ts');
    await look('merge-request-unfolded');
    await visitor.press('Mark as viewed: src/old.ts');
    expect([await page.getByText('2 viewed').count(), await page.locator('.file').count()]).toEqual([1, 2]);
    await look('compare-parallel', `${address.replace('merge_requests', 'compare')}/main...fix-the-door?view=parallel`);
  }

  it('open one, discuss it, look at its changes and merge it', async () => {
    const { page } = visitor;
    await look('merge-requests-empty', address);
    await look('merge-request-new', `${address}/new?merge_request[source_branch]=fix-the-door`);
    await page
      .getByLabel('Description, in Markdown')
      .fill(`**Mends** it: \`${LONG}\`\n\n- [ ] paint\n\n| a | b |\n|-|-|\n| 1 | 2 |`);
    await visitor.press('Open merge request');
    await look('merge-request');
    await page.getByLabel('Your comment, in Markdown').fill('Is it _safe_?');
    await visitor.press('Start a thread');
    expect(await page.locator('.thread em').innerText()).toBe('safe');
    await page.locator('summary').first().click();
    await page.getByLabel('Your reply').fill('It is.');
    await visitor.press('Reply');
    await look('merge-request-thread');
    await visitor.press('Resolve thread');
    expect(await page.locator('.thread').innerText()).toContain('Resolved by');
    const { diff_refs: refs } = await author.api.read<{ diff_refs: Record<string, string> }>(`${api}/merge_requests/1`);
    const position = { position_type: 'text', ...refs, new_path: `src/${LONG}.ts`, new_line: 2 };
    const discussion = { body: 'About this line', position };
    (await author.api.post(`${api}/merge_requests/1/discussions`, discussion)).expect(201);
    await look('merge-request-diffs', `${address}/1/diffs`);
    expect(await page.locator('.noted').innerText()).toContain('About this line');
    await review();
    await look('merge-request-commits', `${address}/1/commits`);
    await look('merge-request-edit', `${address}/1/edit`);
    await page.getByLabel('Title').fill('Draft: Fix the door');
    await visitor.press('Save');
    expect(await page.getByRole('status').innerText()).toBe('Saved.');
    expect(await page.locator('.box').innerText()).toContain('It is a draft');
    (await author.api.put(`${api}/merge_requests/1`, { title: 'Fix the door' })).expect(200);
    await page.goto(`${address}/1`);
    await visitor.press('Merge');
    expect(await page.locator('.box').innerText()).toContain('Merged by');
    await look('merge-requests', `${address}?state=all`);
  });
});
