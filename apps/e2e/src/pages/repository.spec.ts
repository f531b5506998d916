import { segment } from '@hearth/testing';
import type { Browser } from 'playwright-core';
import { newPerson, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { Visitor, startBrowser } from '../system/visitor.js';

const CODE = Array.from(
  { length: 40 },
  (_, i) => `export const value${i} = "a rather long line of code, ${'x'.repeat(80)}";`,
);
const README = '# About\n\nSee [the library](lib/index.ts).\n\n```js\nconst a = 1; // one\n```\n\n- [x] done\n';

describe('the pages of a repository have no defects:', () => {
  let browser: Browser;
  let person: Person;
  let [anonymous, visitor]: Visitor[] = [];
  let project = '';
  let empty = '';

  beforeAll(async () => {
    [browser, person] = await Promise.all([startBrowser(), newPerson('repository-pages')]);
    [anonymous, visitor] = await Promise.all([1, 2].map(() => Visitor.with(browser)));
    await visitor!.signIn(person);
    const [filled, unfilled] = await Promise.all(['files', 'empty'].map((name) => newProject(person, name, 'public')));
    [project, empty] = [filled!, unfilled!].map((each) => `/${each.path_with_namespace}`) as [string, string];
    const api = `/projects/${segment(filled!.path_with_namespace)}/repository`;
    const create = (file_path: string, content: string) => ({ action: 'create', file_path, content });
    const actions = [
      create('README.md', README),
      create('lib/index.ts', `${CODE.join('\n')}\n`),
      create('a b.txt', 'x\n'),
    ];
    const commit = { branch: 'main', commit_message: 'Add the library', actions };
    (await person.api.post(`${api}/commits`, commit)).expect(201);
    const change = [{ action: 'update', file_path: 'lib/index.ts', content: `${CODE.slice(5).join('\n')}\n` }];
    const changed = { branch: 'feature/x', start_branch: 'main', commit_message: 'Shorten it', actions: change };
    (await person.api.post(`${api}/commits`, changed)).expect(201);
    (await person.api.post(`${api}/tags`, { tag_name: 'v1.0', ref: 'main', message: 'The first one' })).expect(201);
  });
  afterAll(() => browser.close());
  afterEach(() => expect([anonymous, visitor].flatMap((each) => each!.complaints)).toEqual([]));

  it.each<[string, () => string, string | RegExp]>([
    ['tree', () => `${project}/-/tree/main`, 'main'],
    ['folder', () => `${project}/tree/feature/x/lib`, 'lib'],
    ['file', () => `${project}/-/blob/main/lib/index.ts#L3`, 'index.ts'],
    ['markdown', () => `${project}/-/blob/main/README.md`, 'README.md'],
    ['commits', () => `${project}/-/commits/main`, 'Commits'],
    ['commit', () => `${project}/-/commit/feature%2Fx`, 'Shorten it'],
    ['compare', () => `${project}/-/compare/main...feature/x`, 'Compare'],
    ['branches', () => `${project}/-/branches`, 'Branches'],
    ['tags', () => `${project}/-/tags`, 'Tags'],
  ])('%s', async (name, path, heading) => {
    const { page } = anonymous!;
    await page.goto(path());
    expect(await page.getByRole('heading', { level: 1 }).first().innerText()).toContain(heading);
    expect(await anonymous!.defects(`repository-${name}`)).toEqual([]);
  });

  it('an empty repository', async () => {
    await visitor!.page.goto(`${empty}/-/tree/main`);
    expect(await visitor!.page.locator('#own-repository').innerText()).toContain(`${empty}.git`);
    expect(await visitor!.defects('repository-empty')).toEqual([]);
  });

  it('lead from the files of one branch to those of another, and to a file', async () => {
    const { page } = anonymous!;
    await page.goto(`${project}/-/tree`);
    await page.getByLabel('Branch or tag').selectOption('feature/x');
    await anonymous!.press('Show');
    expect(new URL(page.url()).pathname).toBe(`${project}/-/tree/feature/x`);
    await page.getByRole('link', { name: 'the library', exact: true }).click();
    await page.waitForURL(`**${project}/-/blob/feature/x/lib/index.ts`);
    expect(await page.locator('.line').count()).toBe(35);
    const raw = await page.request.get(`${project}/-/raw/feature/x/lib/index.ts`);
    expect([raw.status(), await raw.text()]).toEqual([200, `${CODE.slice(5).join('\n')}\n`]);
  });

  it('a commit with a comment on a line, and a reply to it', async () => {
    const { page } = visitor!;
    await page.goto(`${project}/-/commit/feature%2Fx`);
    await page.getByRole('button', { name: 'Comment on line 2 before' }).click();
    await page.getByLabel('Your comment on line 2 before').fill('Why is it _gone_?');
    await Promise.all([
      page.waitForEvent('load'),
      page.locator('#comment').getByRole('button', { name: 'Comment', exact: true }).click(),
    ]);
    await page.locator('.noted summary').click();
    await page.getByLabel('Your reply').fill(`Nothing used \`${'x'.repeat(80)}\`.`);
    await visitor!.press('Reply');
    expect(await page.locator('.noted article').allInnerTexts()).toEqual([
      expect.stringContaining('Why is it gone?'),
      expect.stringContaining('Nothing used'),
    ]);
    await page.locator('.noted summary').click();
    expect(await visitor!.defects('repository-commit-thread')).toEqual([]);
  });

  it('delete a branch', async () => {
    const { page } = visitor!;
    await page.goto(`${project}/-/branches`);
    await visitor!.press('Delete feature/x');
    expect(await visitor!.defects('repository-delete-branch')).toEqual([]);
    await visitor!.press('Delete');
    expect(await page.getByRole('status').innerText()).toBe('The branch is deleted.');
    expect(await page.getByText('feature/x').count()).toBe(0);
  });
});
