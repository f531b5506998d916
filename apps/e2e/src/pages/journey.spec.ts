import { segment, waitFor } from '@hearth/testing';
import type { Browser } from 'playwright-core';
import { Runner } from '../clients/gitlab-runner.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteUrl, type Person } from '../system/people.js';
import { Keyboard, Mouse, type Hands } from './hands.js';
import { Visitor, startBrowser } from '../system/visitor.js';
import { WorkingCopy } from '../system/working-copy.js';

const CONFIGURATION = `
compile:
  script: [make]
  rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]
`;

type Journey = [name: string, handsOf: (visitor: Visitor) => Hands, width: number];
/** The specs of single pages click on a desk. */
const ON_DESK: Journey = ['by clicks on a desk', (visitor) => new Mouse(visitor), 1280];
const JOURNEYS: Journey[] = [
  ['by clicks on a telephone', (visitor) => new Mouse(visitor), 390],
  ['by the keyboard alone', (visitor) => new Keyboard(visitor), 1280],
  ...(process.env['HEARTH_TEST_ALL'] === '1' ? [ON_DESK] : []),
];

describe('from the sign-in to the closed issue, no address is typed after the first', () => {
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    [browser, person] = await Promise.all([startBrowser(), newPerson('journey')]);
  });
  afterAll(() => browser.close());

  /** Pushes by the address that the page of the empty project shows. @returns the token of its runners */
  async function push({ page }: Visitor): Promise<string> {
    const [address] = /http\S+/.exec(await page.locator('#own-repository').innerText())!;
    const fullPath = new URL(address).pathname.slice(1).replace(/\.git$/, '');
    const copy = await WorkingCopy.create();
    await copy.commit('.gitlab-ci.yml', CONFIGURATION);
    await copy.commit('door.ts', 'export const width = 80;\n');
    await copy.push(remoteUrl(fullPath, person.username, person.token), 'HEAD:refs/heads/main');
    await copy.remove();
    const path = `/projects/${encodeURIComponent(fullPath)}`;
    return (await person.api.read<{ runners_token: string }>(path)).runners_token;
  }

  async function signIn(hands: Hands): Promise<void> {
    await hands.visitor.page.goto('/');
    await hands.follow('Sign in');
    await hands.fill('Username or e-mail address', person.username);
    await hands.fill('Password', person.password);
    await hands.press('Sign in');
  }

  /** Makes a project with an issue, and pushes to it. @returns the token of its runners */
  async function begin(hands: Hands): Promise<string> {
    await hands.follow('Projects');
    await hands.follow('New project');
    await hands.fill('Name', uniqueName('door'));
    await hands.press('Create project');
    const token = await push(hands.visitor);
    await hands.follow('Issues', 'Project');
    await hands.follow('New issue');
    await hands.fill('Title', 'The door is too narrow');
    await hands.press('Open issue');
    return token;
  }

  /** Edits a file on a new branch, and opens a merge request of it. */
  async function propose(hands: Hands): Promise<void> {
    await hands.follow('Project', 'Project');
    await hands.follow('Files', 'Project');
    await hands.follow('door.ts');
    await hands.follow('Edit');
    await hands.fill('Content', 'export const width = 90;');
    await hands.fill('Branch', 'wider-door');
    await hands.toggle('Open a merge request next, if the branch is another one');
    await hands.press('Commit');
    await hands.fill('Description, in Markdown', 'Closes #1');
    await hands.press('Open merge request');
  }

  async function comment(hands: Hands): Promise<void> {
    await hands.follow(/^Changes/, 'Merge request');
    await hands.press('Comment on line 1');
    await hands.fill('Your comment on line 1, in Markdown', 'Wide enough?');
    await hands.press('Comment');
    expect(await hands.visitor.page.locator('.noted').innerText()).toContain('Wide enough?');
    await hands.press('Resolve thread');
    await hands.press('Comment on line 1 before');
    await hands.fill('Your comment on line 1 before, in Markdown', 'It was narrow.');
    await hands.press('Add to review');
    await hands.press('Publish review (1)');
    await hands.visitor.page.locator('.noted .thread', { hasText: 'It was narrow.' }).waitFor();
  }

  /** Opens the job of the merge request's pipeline, and sees its trace grow while a runner writes it. */
  async function watch(hands: Hands, token: string): Promise<void> {
    const { page } = hands.visitor;
    const runner = await Runner.register(token);
    const job = await runner.take();
    await runner.write(job, 0, 'begun\n');
    await hands.follow('Discussion', 'Merge request');
    await hands.follow(/^#\d+$/, 'About the merge request');
    await hands.follow('compile');
    const trace = (hasText: string) => page.locator('#trace', { hasText }).waitFor();
    await trace('begun');
    await runner.write(job, 6, 'built\n');
    await trace('built');
    await runner.report(job, 'success', 'begun\nbuilt\n');
    await page.locator('h1 .status', { hasText: 'success' }).waitFor();
  }

  async function merge(hands: Hands): Promise<void> {
    const { page } = hands.visitor;
    await hands.follow('Merge requests', 'Project');
    await hands.follow(/wider/i);
    await hands.press('Merge');
    await page.locator('.box', { hasText: 'Merged by' }).waitFor();
    await hands.follow('#1');
    const issue = `/projects/${segment(new URL(page.url()).pathname.slice(1).replace(/\/-\/.*/, ''))}/issues/1`;
    const isClosed = async () => (await person.api.read<{ state: string }>(issue)).state === 'closed';
    await waitFor('the issue to be closed', isClosed, { timeoutMs: 20_000 });
    await page.reload();
    expect(await page.locator('.tag').allInnerTexts()).toContain('closed');
  }

  it.each(JOURNEYS)('%s', async (_name, handsOf, width) => {
    const visitor = await Visitor.with(browser);
    await visitor.page.setViewportSize({ width, height: 800 });
    const hands = handsOf(visitor);
    await signIn(hands);
    const token = await begin(hands);
    await propose(hands);
    await comment(hands);
    await watch(hands, token);
    await merge(hands);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });
});
