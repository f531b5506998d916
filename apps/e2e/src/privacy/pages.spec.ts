import { sshKeyText, waitFor, type ProjectRecord } from '@hearth/testing';
import { newCallers, newGroup, type CallerName, type Callers } from '../permissions/matrix.js';
import { Browser } from '../system/browser.js';
import { uniqueName } from '../system/names.js';
import { listsOf, type Visibility } from '../system/projects.js';

/** Features that only members of a project have. */
const MEMBERS_ONLY = Object.fromEntries(
  ['issues', 'merge_requests', 'builds', 'snippets', 'repository'].map((each) => [`${each}_access_level`, 'private']),
);
const CONFIGURATION = {
  'marked-job': { script: ['true'], environment: { name: 'marked-environment' } },
};
const SEARCHES = ['issues', 'merge_requests', 'milestones'];
/** Pages that the walk opens at most. */
const MOST = 200;

/** A project with a record of each kind, whose texts hold words that begin with `marked-`. */
interface Marked {
  readonly path: string;
  readonly group: number;
  readonly groupPath: string;
  readonly id: number;
  /** Addresses of its pages, as its master finds them. */
  readonly pages: readonly string[];
  /** Words on the pages for the master. */
  readonly shown: ReadonlySet<string>;
  /** Pages that failed for the master. */
  readonly failed: readonly string[];
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/marked[-_][a-z]+/g));

describe('a page shows a caller no more than the API', () => {
  let callers: Callers;
  const browsers = new Map<CallerName, Browser>();

  beforeAll(async () => {
    callers = await newCallers();
    for (const name of ['anonymous', 'user', 'guest', 'developer', 'master'] as const) {
      const browser = new Browser();
      const person = callers.people.get(name);
      if (person) await browser.signIn(person, '/dashboard/projects');
      browsers.set(name, browser);
    }
  });

  async function newMarked(visibility: Visibility, features: object): Promise<Marked> {
    const { api } = callers.people.get('owner')!;
    const group = await newGroup(callers.people, visibility);
    const { full_path: groupPath } = await api.read<{ full_path: string }>(`/groups/${group}`);
    const wanted = {
      name: uniqueName('walked'),
      namespace_id: group,
      visibility,
      description: 'marked-description',
      ...features,
    };
    const project = (await api.post('/projects', wanted)).expect(201).json<ProjectRecord>();
    const at = `/projects/${project.id}`;
    const make = async (path: string, body: object) =>
      (await api.post(path, body)).expect(201).json<Record<string, unknown>>();
    const commit = (branch: string, files: Record<string, string>, fields: object = {}) => {
      const actions = Object.entries(files).map(([path, content]) => ({ action: 'create', file_path: path, content }));
      return make(`${at}/repository/commits`, {
        branch,
        commit_message: `marked-commit ${branch}`,
        actions,
        ...fields,
      });
    };
    const files = { 'README.md': 'marked-readme', 'marked-file.txt': 'marked-line' };
    await commit('main', { ...files, '.gitlab-ci.yml': JSON.stringify(CONFIGURATION) });
    await commit('marked-branch', { 'topic.txt': 'marked-topic' }, { start_branch: 'main' });
    await make(`${at}/labels`, { name: 'marked-label', color: '#f00' });
    const { id: milestone } = await make(`${at}/milestones`, { title: 'marked-milestone' });
    const planned = { labels: 'marked-label', milestone_id: milestone };
    const { iid } = await make(`${at}/issues`, { title: 'marked-issue', ...planned });
    await make(`${at}/issues/${iid}/notes`, { body: 'marked-note' });
    await make(`${at}/issues`, { title: 'marked-confidential', confidential: true, ...planned });
    const opened = { title: 'marked-request', source_branch: 'marked-branch', target_branch: 'main', ...planned };
    await make(`${at}/merge_requests`, opened);
    await make(`${at}/snippets`, { title: 'marked-snippet', file_name: 'x', content: 'x', visibility: 'private' });
    await make(`${at}/releases`, { tag_name: 'v1', ref: 'main', name: 'marked-release', milestones: [] });
    await make(`${at}/variables`, { key: 'MARKED_VARIABLE', value: 'not shown' });
    await make(`${at}/hooks`, { url: 'https://marked-hook.example.com' });
    await make(`${at}/deploy_keys`, { title: 'marked-key', key: sshKeyText() });
    await make(`${at}/triggers`, { description: 'marked-trigger' });
    await make(`${at}/pipeline_schedules`, { description: 'marked-schedule', ref: 'main', cron: '0 1 * * *' });
    await make(`${at}/protected_branches`, { name: 'marked-rule/*' });
    await waitFor('the environment', async () => (await api.read<unknown[]>(`${at}/environments`)).length > 0);
    return { ...(await walk(`/${project.path_with_namespace}`)), group, groupPath, id: project.id };
  }

  /** Follows the links between the pages of a project as its master, to one page of each kind. */
  async function walk(path: string): Promise<Pick<Marked, 'path' | 'pages' | 'shown' | 'failed'>> {
    const browser = browsers.get('master')!;
    const waiting = [
      ...[path, `${path}/-/issues/1`, `${path}/-/issues/2`],
      ...[...SEARCHES, 'blobs', 'commits'].map((scope) => `${path}/-/search?search=marked&scope=${scope}`),
    ];
    const kinds = new Set<string>();
    const pages: string[] = [];
    const shown = new Set<string>();
    const failed: string[] = [];
    for (let page = waiting.shift(); page && pages.length < MOST; page = waiting.shift()) {
      const { status, text } = await browser.get(page);
      if (status >= 500) failed.push(`master ${page}: ${status}`);
      if (status !== 200) continue;
      pages.push(page);
      for (const word of wordsIn(text)) shown.add(word);
      for (const [, link] of text.matchAll(/<a\s[^>]*?href="([^"#?]*)/g)) {
        const kind = link!.replaceAll(/\b(?:\d+|[0-9a-f]{40})\b/g, 'N');
        if (!link!.startsWith(path) || /\/archive|\/download/.test(link!) || kinds.has(kind)) continue;
        kinds.add(kind);
        waiting.push(link!);
      }
    }
    return { path, pages, shown, failed };
  }

  /** Returns the words in all that the API shows a caller of the project and its group. */
  async function wordsOfApi(name: CallerName, { id, group }: Marked): Promise<Set<string>> {
    const client = callers.clients.get(name)!;
    const [ofProject, ofGroup] = await Promise.all([listsOf('projects'), listsOf('groups')]);
    const files = ['README.md', 'marked-file.txt', 'topic.txt'].map(
      (file) => `/repository/files/${file}/raw?ref=marked-branch`,
    );
    const rows = [
      ...[...ofProject, '/issues/1/notes', '/merge_requests/1', ...files].map((rest) => `/projects/${id}${rest}`),
      ...ofGroup.map((rest) => `/groups/${group}${rest}`),
    ];
    const words = new Set<string>();
    for (const row of rows) {
      const { status, text } = await client.get(row);
      if (status === 200) for (const word of wordsIn(text)) words.add(word);
    }
    return words;
  }

  it.each<[string, Visibility, object, readonly CallerName[]]>([
    ['a private project', 'private', {}, ['guest', 'developer']],
    ['a public project whose features are for its members', 'public', MEMBERS_ONLY, ['anonymous', 'user']],
  ])('of %s', async (_, visibility, features, names) => {
    const marked = await newMarked(visibility, features);
    expect([...marked.shown].toSorted()).toEqual([...(await wordsOfApi('master', marked))].toSorted());
    const { groupPath } = marked;
    const around = ['', '/-/activity', '/-/labels', '/-/milestones', '/-/group_members'].map(
      (rest) => `/groups/${groupPath}${rest}`,
    );
    const elsewhere = [
      ...[...around, '/explore', `/users/${callers.people.get('owner')!.username}/activity`, '/dashboard/issues'],
      ...[...SEARCHES, 'projects', 'groups', 'users'].map((scope) => `/search?search=marked&scope=${scope}`),
    ];
    const complaints = [...marked.failed];
    for (const name of names) {
      const known = await wordsOfApi(name, marked);
      for (const page of [...marked.pages, ...elsewhere]) {
        const { status, text } = await browsers.get(name)!.get(page);
        if (status >= 500) complaints.push(`${name} ${page}: ${status}`);
        if (status !== 200) continue;
        complaints.push(
          ...[...wordsIn(text)].filter((word) => !known.has(word)).map((word) => `${name} ${page}: ${word}`),
        );
      }
    }
    expect(complaints).toEqual([]);
  });
});
