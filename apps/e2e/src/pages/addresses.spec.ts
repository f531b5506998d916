import { waitFor, type ProjectRecord } from '@hearth/testing';
import { Browser } from '../system/browser.js';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { listsOf } from '../system/projects.js';

/** Keys of the API's records whose value is the address of a page. */
const PAGES = new Set(['web_url', 'raw_url', 'target_url', 'readme_url']);
const CONFIGURATION = 'build:\n  script: ["true"]\n  environment: production\n';

/** Lists the addresses of pages in an answer, wherever they are. */
function addressesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return PAGES.has(key) ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, each]) => addressesIn(each, Array.isArray(value) ? key : name));
}

/** Their looks are checked in one process; here each page is answered by the process of its service. */
it('the pages of admins and users open, as they link to each other', async () => {
  const boss = await newPerson('addresses-admin');
  (await hearth.root.put(`/users/${boss.id}`, { admin: true })).expect(200);
  const browser = new Browser();
  await browser.signIn(boss, '/admin/users');
  const waiting = ['/admin/users', '/-/profile', '/dashboard/projects'];
  const seen = new Map<string, number>();
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (seen.has(address)) continue;
    const { status, text } = await browser.get(address);
    seen.set(address, status);
    const links = [...text.matchAll(/href="(\/(?:admin|dashboard|-\/profile)[a-z_/-]*)"/g)];
    waiting.push(...links.map(([, link]) => link!));
  }
  expect([...seen].filter(([, status]) => status !== 200)).toEqual([['/admin', 303]]);
  expect(seen.size).toBeGreaterThan(20);
});

describe('every address of a page that the API returns', () => {
  let [owner, stranger]: Person[] = [];
  const [atHome, elsewhere, anonymous] = [new Browser(), new Browser(), new Browser()];
  const found = { hidden: new Set<string>(), open: new Set<string>() };

  /** Makes a project with a record of each kind that has a page, and returns the addresses in the answers. */
  async function fill(visibility: 'private' | 'public'): Promise<Set<string>> {
    const { api } = owner!;
    const newGroup = async (fields: object): Promise<number> => {
      const name = uniqueName('addressed');
      return (await api.post('/groups', { name, path: name, visibility, ...fields })).expect(201).json<{ id: number }>()
        .id;
    };
    const group = await newGroup({});
    await newGroup({ parent_id: group });
    const wanted = { name: uniqueName('addressed'), namespace_id: group, visibility };
    const project = (await api.post('/projects', wanted)).expect(201).json<ProjectRecord>();
    const path = `/projects/${project.id}`;
    const addresses = new Set<string>();
    const make = async (at: string, body: object): Promise<Record<string, unknown>> => {
      const record = (await api.post(`${path}${at}`, body)).expect(201).json<Record<string, unknown>>();
      for (const address of addressesIn(record)) addresses.add(address);
      return record;
    };
    const commit = (branch: string, filePath: string, content: string) => {
      const action = { action: 'create', file_path: filePath, content };
      const start = branch === 'master' ? {} : { start_branch: 'master' };
      return make('/repository/commits', { branch, commit_message: filePath, actions: [action], ...start });
    };
    await commit('master', 'README.md', '# Addresses\n');
    await commit('master', '.gitlab-ci.yml', CONFIGURATION);
    await commit('topic', 'topic.txt', 'topic\n');
    await make('/milestones', { title: 'First' });
    await make('/issues', { title: 'An issue', assignee_ids: [owner!.id] });
    await make('/merge_requests', { title: 'A request', source_branch: 'topic', target_branch: 'master' });
    await make('/snippets', { title: 'A snippet', file_name: 'x.js', content: 'let x', visibility });
    const text = { title: 'A personal snippet', file_name: 'x.js', content: 'let x', visibility };
    for (const address of addressesIn((await api.post('/snippets', text)).expect(201).json())) addresses.add(address);
    await make('/pipeline', { ref: 'master' });
    for (const page of ['tree/master', 'blob/master/README.md', 'commits/master', 'branches', 'tags', 'releases'])
      addresses.add(`${hearth.url}/${project.path_with_namespace}/-/${page}`);
    await waitFor('the environment', async () => (await api.read<unknown[]>(`${path}/environments`)).length > 0);
    const lists = [
      ...(await listsOf('projects')).map((rest) => path + rest),
      ...(await listsOf('groups')).map((rest) => `/groups/${group}${rest}`),
      ...['/todos', '/user'],
    ];
    const read = [`${path}/jobs`, `${path}/repository/branches`, `${path}/issues`, `/groups/${group}/issues`];
    expect(lists).toEqual(expect.arrayContaining(read));
    for (const list of lists) {
      const { status, headers, text } = await api.get(list);
      // Some need parameters or settings, or belong to admins.
      if ([400, 403, 404].includes(status)) continue;
      expect([list, status]).toEqual([list, 200]);
      if (!/json/.test(headers['content-type']!)) continue;
      for (const address of addressesIn(JSON.parse(text))) addresses.add(address);
    }
    return addresses;
  }

  beforeAll(async () => {
    [owner, stranger] = await Promise.all([newPerson('addresses'), newPerson('addresses-stranger')]);
    found.hidden = await fill('private');
    // Lists of selectable groups and projects have those of the first one, too.
    found.open = new Set([...(await fill('public'))].filter((each) => !found.hidden.has(each)));
    await atHome.signIn(owner!, '/dashboard/projects');
    await elsewhere.signIn(stranger!, '/dashboard/projects');
  });

  const pathOf = (address: string) => address.slice(hearth.url.length);
  const outcomes = async (browser: Browser, addresses: Iterable<string>) => {
    const answers: Record<string, number> = {};
    for (const address of addresses) answers[pathOf(address)] = (await browser.get(pathOf(address))).status;
    return answers;
  };
  const all = (addresses: Iterable<string>, status: number) =>
    Object.fromEntries([...addresses].map((address) => [pathOf(address), status]));
  const ofProjects = () => [...found.hidden].filter((address) => /\/addressed/.test(pathOf(address)));

  it('begins with the address of this instance', () => {
    expect([...found.hidden, ...found.open].filter((address) => !address.startsWith(`${hearth.url}/`))).toEqual([]);
    expect(ofProjects().length).toBeGreaterThan(7);
  });

  it('opens for its owner', async () => {
    const every = new Set([...found.hidden, ...found.open]);
    expect(await outcomes(atHome, every)).toEqual(all(every, 200));
  });

  it('opens for a caller without an account where the project is public and its row of the API does', async () => {
    const forUsers = [...found.open].filter((address) =>
      /\/(?:issues|merge_requests|snippets|pipelines|jobs)\//.test(address),
    );
    const forAll = [...found.open].filter((address) => !forUsers.includes(address));
    // Clients with a token read these, too: no page of a sign-in for them.
    const files = forUsers.filter((address) => address.endsWith('/raw'));
    const expected = { ...all(forAll, 200), ...all(forUsers, 303), ...all(files, 401) };
    expect(await outcomes(anonymous, found.open)).toEqual(expected);
  });

  it('hides a private project from others, and leads those without an account to sign-in', async () => {
    expect(await outcomes(elsewhere, ofProjects())).toEqual(all(ofProjects(), 404));
    expect(await outcomes(anonymous, ofProjects())).toEqual(all(ofProjects(), 303));
  });

  it('comes back to the page after the sign-in', async () => {
    const job = pathOf(ofProjects().find((address) => address.includes('/-/jobs/'))!);
    const { headers } = (await anonymous.get(job)).expect(303);
    expect(headers['location']).toBe(`/users/sign_in?return_to=${encodeURIComponent(job)}`);
  });
});
