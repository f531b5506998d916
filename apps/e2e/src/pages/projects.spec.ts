import { sshKeyText } from '@hearth/testing';
import type { Browser } from 'playwright-core';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { Visitor, startBrowser } from '../system/visitor.js';

const LONG = 'a_very_long_name_without_any_space_that_has_to_be_broken_somewhere_on_a_telephone';

describe('the pages by which work in a project is found and planned', () => {
  let browser: Browser;
  let person: Person;
  let visitor: Visitor;
  let [project, user, group, snippet, personal] = ['', '', '', '', ''];
  const pages = { label: '', hook: '' };

  beforeAll(async () => {
    [browser, person] = await Promise.all([startBrowser(), newPerson('project-pages')]);
    visitor = await Visitor.with(browser);
    const made = await newProject(person, 'planned', 'public');
    const api = projectPath(made);
    [project, user] = [`/${made.path_with_namespace}`, `/${person.username}`];
    const post = async (path: string, body: object): Promise<void> => {
      (await person.api.post(path, body)).expect(201);
    };
    group = `${person.username}-group`;
    await post('/groups', { name: `Group ${LONG} ${group}`, path: group, visibility: 'public' });
    const actions = [{ action: 'create', file_path: `lib/${LONG}.ts`, content: `export const ${LONG} = 1;\n` }];
    await post(`${api}/repository/commits`, { branch: 'main', commit_message: `Add ${LONG}`, actions });
    await post(`${api}/releases`, { tag_name: 'v1', ref: 'main', name: `First ${LONG}`, description: '**New**' });
    await post(`${api}/fork`, { namespace: group });
    await post(`${api}/labels`, { name: `Label ${LONG}`, color: '#FFFF00', description: LONG });
    await post(`${api}/milestones`, { title: `Milestone ${LONG}`, due_date: '2030-01-31' });
    const description = `Do:\n\n- [ ] ${LONG}\n- [x] paint`;
    const issue = { title: `Issue ${LONG}`, labels: `Label ${LONG}`, assignee_ids: [person.id], description };
    await post(`${api}/issues`, issue);
    const text = { title: `Snippet ${LONG}`, file_name: 'a.ts', content: 'let a = 1;\n', visibility: 'public' };
    const snippetAt = async (path: string) => {
      const { id } = (await person.api.post(path, text)).expect(201).json<{ id: number }>();
      return `/snippets/${id}`;
    };
    await post(`${api}/protected_branches`, { name: `${LONG}/*`, push_access_level: 0, allow_force_push: true });
    await post(`${api}/protected_tags`, { name: `${LONG}-*` });
    await post(`${api}/deploy_keys`, { title: LONG, key: sshKeyText(), can_push: true, expires_at: '2030-01-31' });
    await post(`/groups/${group}/labels`, { name: LONG, color: '#FFFF00' });
    await post(`/groups/${group}/milestones`, { title: LONG, due_date: '2030-01-31' });
    const idOf = async (path: string, body: object) =>
      (await person.api.post(path, body)).expect(201).json<{ id: number }>().id;
    pages.label = `${project}/-/labels/${await idOf(`${api}/labels`, { name: 'other', color: '#00F' })}/edit`;
    pages.hook = `${project}/-/hooks/${await idOf(`${api}/hooks`, { url: `https://hooks.example.com/${LONG}` })}`;
    snippet = `${project}/-${await snippetAt(`${api}/snippets`)}`;
    personal = await snippetAt('/snippets');
    await visitor.signIn(person);
  });
  afterAll(() => browser.close());
  afterEach(() => expect(visitor.complaints).toEqual([]));

  it.each<[string, () => string]>([
    ['issues', () => `${project}/-/issues`],
    ['issue', () => `${project}/-/issues/1`],
    ['issue-new', () => `${project}/-/issues/new`],
    ['issue-edit', () => `${project}/-/issues/1/edit`],
    ['labels', () => `${project}/-/labels`],
    ['milestones', () => `${project}/-/milestones`],
    ['milestone', () => `${project}/-/milestones/1`],
    ['label-edit', () => pages.label],
    ['milestone-edit', () => `${project}/-/milestones/1/edit`],
    ['settings', () => `${project}/-/edit`],
    ['protected-branches', () => `${project}/-/protected_branches`],
    ['protected-tags', () => `${project}/-/protected_tags`],
    ['deploy-keys', () => `${project}/-/deploy_keys`],
    ['deploy-keys-public', () => `${project}/-/deploy_keys?public=true`],
    ['hooks', () => `${project}/-/hooks`],
    ['hook', () => pages.hook],
    ['members', () => `${project}/-/project_members`],
    ['group-settings', () => `/groups/${group}/-/edit`],
    ['group-members', () => `/groups/${group}/-/group_members`],
    ['group-labels', () => `/groups/${group}/-/labels`],
    ['group-milestones', () => `/groups/${group}/-/milestones`],
    ['group-milestone', () => `/groups/${group}/-/milestones/1`],
    ['new-project', () => '/projects/new'],
    ['new-group', () => '/groups/new'],
    ['notifications', () => '/-/profile/notifications'],
    ['snippets', () => `${project}/-/snippets`],
    ['snippet-new', () => `${project}/-/snippets/new`],
    ['snippet', () => snippet],
    ['personal-snippet', () => personal],
    ['blame', () => `${project}/-/blame/main/lib/${LONG}.ts`],
    ['releases', () => `${project}/-/releases`],
    ['file-new', () => `${project}/-/new/main`],
    ['file-edit', () => `${project}/-/edit/main/lib/${LONG}.ts`],
    ['find-file', () => `${project}/-/find_file/main`],
    ['graphs', () => `${project}/-/graphs/main`],
    ['forks', () => `${project}/-/forks`],
    ['project-activity', () => `${project}/-/activity`],
    ['project-search', () => `${project}/-/search?search=export`],
    ['project-search-issues', () => `${project}/-/search?scope=issues&search=issue`],
    ['group-searched', () => `/groups/${group}?search=nothing`],
    ['group-activity', () => `/groups/${group}/-/activity`],
    ['user-activity', () => `/users${user}/activity`],
    ['explore', () => '/explore'],
    ['explore-groups', () => '/explore/groups'],
    ['search', () => `/search?scope=issues&search=${LONG}`],
    ['search-users', () => '/search?scope=users&search=project-pages'],
    ['todos', () => '/dashboard/todos'],
    ['own-issues', () => '/dashboard/issues'],
    ['own-merge-requests', () => '/dashboard/merge_requests'],
  ])('has no defects: %s', async (name, path) => {
    expect((await visitor.page.goto(path()))!.status()).toBe(200);
    expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await visitor.defects(`project-${name}`)).toEqual([]);
  });

  it('finish a to-do item, tick a task, and find a file while typing', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('link', { name: 'To-do list (1)' }).click();
    await visitor.press('Mark all as done');
    expect(await page.getByRole('status').innerText()).toBe('All are done.');
    await page.goto(`${project}/-/issues/1`);
    await Promise.all([page.waitForEvent('load'), page.getByRole('checkbox', { name: LONG }).click()]);
    expect(await page.getByRole('checkbox', { name: LONG }).getAttribute('aria-checked')).toBe('true');
    await page.goto(`${project}/-/find_file/main`);
    await page.getByLabel('Parts of the path').fill('LIB very');
    expect(await page.locator('#files li:visible').count()).toBe(1);
    await page.getByLabel('Parts of the path').fill('nothing');
    expect(await page.locator('#files li:visible').count()).toBe(0);
  });
});
