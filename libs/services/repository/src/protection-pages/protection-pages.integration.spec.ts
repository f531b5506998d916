import type { Principal } from '@hearth/contract-kit';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let pages: PageVisits;

beforeEach(() => {
  project = projects.make('public');
  pages = new PageVisits(app, project);
});

const done = (page: string, word: string) => [303, `/${project.fullPath}/-/${page}?done=${word}`];

async function rules(kind: string) {
  const response = await app.send(`/api/v4/projects/${project.id}/${kind}`, { as: projects.master });
  return response.json();
}

async function send(page: string, form: string, fields: Record<string, string>, as = projects.master) {
  const { status, location, text } = await pages.send(page, form, fields, { as });
  return { answer: [status, location], text };
}

describe('the page of protected branches', () => {
  const page = 'protected_branches';
  const name = 'release/<1>*';

  it('protects, changes and unprotects', async () => {
    const levels = { push_access_level: '0', merge_access_level: '30', allow_force_push: 'true' };
    expect((await send(page, page, { name, ...levels })).answer).toEqual(done(page, 'protected'));
    const level = (access_level: number) => [expect.objectContaining({ access_level })];
    const rule = { name, push_access_levels: level(0), merge_access_levels: level(30), allow_force_push: true };
    expect(await rules(page)).toEqual([expect.objectContaining(rule)]);
    const { text } = await pages.open(page, projects.master);
    expect(text).toMatch(
      /<h2>release\/&lt;1&gt;\*[^]*value="0" selected[^]*value="30" selected[^]*value="true" checked/,
    );
    const again = await send(page, page, { name });
    expect([again.answer[0], again.text]).toEqual([422, expect.stringContaining('already exists')]);
    expect((await send(page, page, { name: ' ' })).text).toContain('Name can&#39;t be blank');
    const changes = { name, push_access_level: '40', merge_access_level: '40', allow_force_push: 'false' };
    expect((await send(page, `${page}/update`, changes)).answer).toEqual(done(page, 'saved'));
    const changed = { push_access_levels: level(40), merge_access_levels: level(40), allow_force_push: false };
    expect(await rules(page)).toEqual([expect.objectContaining(changed)]);
    expect((await send(page, `${page}/delete`, { name })).text).toContain('protection of “release/&lt;1&gt;*”?');
    const removed = await send(page, `${page}/delete`, { name, confirmed: 'true' });
    expect(removed.answer).toEqual(done(page, 'unprotected'));
    expect(await rules(page)).toEqual([]);
    for (const form of ['update', 'delete'])
      expect((await send(page, `${page}/${form}`, { name })).answer[0]).toBe(404);
  });
});

describe('the page of protected tags', () => {
  const page = 'protected_tags';

  it('protects and unprotects', async () => {
    expect((await send(page, page, { name: 'v*', create_access_level: '30' })).answer).toEqual(done(page, 'protected'));
    const created = { name: 'v*', create_access_levels: [expect.objectContaining({ access_level: 30 })] };
    expect(await rules(page)).toEqual([created]);
    expect((await pages.open(page, projects.master)).text).toMatch(/<h2>v\*[^]*developers and maintainers/);
    expect((await send(page, page, { name: 'v*' })).text).toContain('already exists');
    expect((await send(page, `${page}/delete`, { name: 'v*' })).text).toContain('protection of “v*”?');
    const removed = await send(page, `${page}/delete`, { name: 'v*', confirmed: 'true' });
    expect(removed.answer).toEqual(done(page, 'unprotected'));
    expect(await rules(page)).toEqual([]);
  });
});

describe('the pages of protection', () => {
  it('are for those who manage it, and take forms with a token only', async () => {
    for (const page of ['protected_branches', 'protected_tags']) {
      const statuses = async (who?: Principal) => (await pages.open(page, who)).status;
      expect([page, await statuses(projects.developer), await statuses()]).toEqual([page, 403, 303]);
      const forms = [page, `${page}/delete`, ...(page === 'protected_branches' ? [`${page}/update`] : [])];
      for (const form of forms) {
        const fields = { name: 'x', confirmed: 'true' };
        const by = async (as: Principal, token?: string) =>
          (await pages.send('branches', form, fields, { as, ...(token && { token }) })).status;
        expect([form, await by(projects.developer), await by(projects.master, 'x')]).toEqual([form, 403, 403]);
      }
    }
    expect([await rules('protected_branches'), await rules('protected_tags')]).toEqual([[], []]);
    const start = await pages.open('settings/repository', projects.master);
    expect([start.status, start.location]).toEqual([303, expect.stringMatching(/\/-\/protected_branches$/)]);
  });
});
