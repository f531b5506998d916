import { segment, waitFor, type ProjectRecord } from '@hearth/testing';
import type { Browser as Chromium } from 'playwright-core';
import { Browser } from '../system/browser.js';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { Visitor, startBrowser } from '../system/visitor.js';
import { WorkingCopy } from '../system/working-copy.js';

/** Markup, both quotes, an entity, an encoded slash, separators of addresses, a mark that reverses text, an emoji. */
const MARKUP = `<xss-mark onxss="1">'"&lt;&amp;%2F%00#?`;
const MARKS = '\u202etxet\u202c😀';
/** Fills a name up to a length, without a place where a line could break. */
const upTo = (length: number, name: string) => name + 'x'.repeat(length - name.length);
const ANY = upTo(255, `${MARKUP} ${MARKS} `);
/** Git forbids some characters in names of refs, and allows 255 bytes in a file's. */
const REF = `<xss-mark>'"&lt;%2F#${MARKS}/${'x'.repeat(180)}`;
const FILE = `${MARKUP}\n ${MARKS}${'x'.repeat(180)}`;
const PROJECT = upTo(255, 'Project 😀 _.- ');
const JOB = upTo(255, MARKUP + MARKS);
const ENVIRONMENT = upTo(255, 'review/{$x}.a b');
/** Pages that one walk opens at most. */
const MOST = 400;

/** Lists what a page prints without escaping: elements and attributes of the names. */
function markupIn(page: string): string[] {
  const tags = [...page.matchAll(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi)].map(([tag]) => tag);
  return tags.filter((tag) => /^<xss|onxss/i.test(tag.replaceAll(/"[^"]*"/g, '')));
}

/** Lists the addresses of the links of a page. */
function linksIn(page: string): string[] {
  const texts: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' };
  return [...page.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, address]) =>
    address!.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) => texts[entity]!).replace(/#.*/, ''),
  );
}

describe('hostile names', () => {
  let chromium: Chromium;
  let visitor: Visitor;
  let person: Person;
  let project: ProjectRecord;
  let copy: WorkingCopy;
  const browser = new Browser();

  beforeAll(async () => {
    [chromium, person, copy] = await Promise.all([startBrowser(), newPerson('hostile'), WorkingCopy.create()]);
    project = await newProject(person, 'hostile');
    (await hearth.root.put(`/users/${person.id}`, { name: ANY })).expect(200);
    await fill();
    visitor = await Visitor.with(chromium);
    await visitor.signIn(person);
    await browser.signIn(person, '/dashboard/projects');
  });
  afterAll(() => Promise.all([chromium.close(), copy.remove()]));
  afterEach(() => expect(visitor.complaints).toEqual([]));

  /** Gives the project a record of each kind with such a name. */
  async function fill(): Promise<void> {
    const at = projectPath(project);
    const make = async (path: string, fields: object): Promise<Record<string, unknown>> =>
      (await person.api.post(`${at}${path}`, fields)).expect(201).json();
    (await person.api.put(at, { name: PROJECT, description: ANY })).expect(200);
    const job = { script: ['true'], stage: 'test', environment: { name: ENVIRONMENT } };
    await copy.commit('.gitlab-ci.yml', JSON.stringify({ [JOB]: job }));
    await copy.commit(FILE, `${ANY}\n`, `${ANY}\n\n${ANY}`);
    await copy.commit(`folder ${MARKUP}/${FILE}`, `${ANY}\n`);
    await copy.git.run(['tag', '--annotate', '--message', ANY, REF]);
    await copy.git.run(['checkout', '--quiet', '-b', REF]);
    await copy.commit('topic.txt', 'topic\n', ANY);
    await copy.push(remoteOf(person, project.path_with_namespace), 'main');
    await copy.push(remoteOf(person, project.path_with_namespace), `refs/heads/${REF}`, `refs/tags/${REF}`);
    await make('/labels', { name: ANY.replaceAll(',', ''), color: '#ff0000', description: ANY });
    const milestone = await make('/milestones', { title: ANY, description: ANY });
    const text = { title: ANY, description: ANY, labels: ANY, milestone_id: milestone['id'] };
    const { iid } = await make('/issues', { ...text, assignee_ids: [person.id] });
    await make(`/issues/${iid}/notes`, { body: ANY });
    await make('/merge_requests', { ...text, source_branch: REF, target_branch: 'main', reviewer_ids: [person.id] });
    await make('/releases', { tag_name: REF, name: ANY, description: ANY, milestones: [ANY] });
    await make('/snippets', { title: ANY, file_name: ANY, content: ANY, visibility: 'private' });
    await waitFor('the environment', async () => (await person.api.read<unknown[]>(`${at}/environments`)).length > 0);
  }

  it('are escaped in pages, and the links made of them open', async () => {
    const base = `/${project.path_with_namespace}`;
    const waiting = [base, `/${person.username}`, '/dashboard/todos', '/dashboard/issues', '/dashboard/projects'];
    const seen = new Set<string>(waiting);
    const defects: string[] = [];
    for (let opened = 0; waiting.length > 0 && opened < MOST; opened++) {
      const address = waiting.shift()!;
      const answer = await browser.get(address);
      if (answer.status !== 200) defects.push(`${answer.status} ${address}`);
      if (!answer.headers['content-type']?.startsWith('text/html')) continue;
      defects.push(...markupIn(answer.text).map((tag) => `${address} prints ${tag}`));
      for (const link of linksIn(answer.text)) {
        const { pathname, search } = new URL(link, new URL(address, hearth.url));
        const next = pathname + search;
        if (!pathname.startsWith(base) || seen.has(next) || /\/(?:archive|download)/.test(pathname)) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
    expect(defects).toEqual([]);
    expect(seen.size).toBeGreaterThan(60);
  });

  it.each([
    ['project', ''],
    ['blob', `/-/blob/main/${segment(FILE)}`],
    ['commits', '/-/commits/main'],
    ['branches', '/-/branches'],
    ['releases', '/-/releases'],
    ['issue', '/-/issues/1'],
    ['merge-request', '/-/merge_requests/1'],
    ['changes', '/-/merge_requests/1/diffs'],
    ['labels', '/-/labels'],
    ['milestones', '/-/milestones'],
    ['pipelines', '/-/pipelines'],
    ['environments', '/-/environments'],
  ])('fit the page: %s', async (name, path) => {
    const answer = await visitor.page.goto(`/${project.path_with_namespace}${path}`);
    expect(answer?.status()).toBe(200);
    expect(await visitor.defects(`hostile-${name}`)).toEqual([]);
  });
});
