import type { Principal } from '@hearth/contract-kit';
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

beforeAll(async () => {
  ({ project, client } = await projects.start('public'));
  await client.run([
    'push',
    '--quiet',
    'origin',
    ...['merged', 'a/<b>', 'gone', 'kept'].map((name) => `main:refs/heads/${name}`),
  ]);
  await client.run(['tag', '-a', '-m', 'The <first> one', 'v1/x']);
  await client.run(['push', '--quiet', 'origin', 'v1/x', 'main:refs/tags/light']);
  await projects.commit(client, 'second');
  await client.run(['push', '--quiet', 'origin', 'main']);
  pages = new PageVisits(app, project);
});

const address = (rest: string) => `/${project.fullPath}/-/${rest}`;
const names = (text: string) =>
  [...text.matchAll(/<h2><a href="[^"]+\/tree\/[^"]+">(.+?)<\/a>/g)].map((match) => match[1]!);
const deletions = (text: string) => [...text.matchAll(/action="([^"]+)\/delete"/g)].map((match) => match[1]!);

describe('the page of branches', () => {
  it('shows them with tip, protection and whether they are merged', async () => {
    const { status, text } = await pages.open('branches');
    expect(status).toBe(200);
    expect(names(text)).toEqual(['a/&lt;b&gt;', 'gone', 'kept', 'main', 'merged']);
    expect(text).toMatch(/>main<\/a> <span class="tag">protected<\/span>/);
    expect(text).toMatch(/>merged<\/a> <span class="tag">merged<\/span>/);
    expect(text).toMatch(/>merged<\/a>[^]*· 0 ahead, 1 behind<\/p>/);
    expect(names((await pages.open('branches?search=erge')).text)).toEqual(['merged']);
    expect((await pages.open('branches?search=none')).text).toContain('There are no such branches.');
  });

  it.each(['all', 'active', 'stale'])('is at the address of GitLab, too: %s', async (state) => {
    const { status, location } = await pages.open(`branches/${state}`);
    expect([status, location]).toEqual([303, address('branches')]);
  });

  it('offers deletion to those who may', async () => {
    expect(deletions((await pages.open('branches')).text)).toEqual([]);
    expect(deletions((await pages.open('branches', projects.reporter)).text)).toEqual([]);
    const { text } = await pages.open('branches', projects.developer);
    expect(deletions(text)).toEqual(['a/%3Cb%3E', 'gone', 'kept', 'merged'].map((name) => address(`branches/${name}`)));
    expect(deletions((await pages.open('branches', projects.master)).text)).toContain(address('branches/main'));
  });

  it('deletes a branch after a confirmation', async () => {
    const as = projects.developer;
    const remove = (form: string, fields = {}) => pages.send('branches', form, fields, { as });
    const asked = await remove('branches/a/<b>/delete'.replace('<b>', '%3Cb%3E'));
    expect([asked.status, asked.text.includes('Delete the branch “a/&lt;b&gt;”?')]).toEqual([200, true]);
    const deleted = await remove('branches/gone/delete', { confirmed: 'true' });
    expect([deleted.status, deleted.location]).toEqual([303, `${address('branches')}?done=deleted`]);
    expect((await pages.open('branches?done=deleted')).text).toContain('The branch is deleted.');
    expect(await projects.refs(project)).not.toContainEqual(expect.stringMatching(/gone$/));
    expect((await remove('branches/gone/delete')).status).toBe(404);
  });

  it('refuses what pushes refuse, and forms that are not its own', async () => {
    const send = (as: Principal, token?: string) =>
      pages.send('branches', 'branches/main/delete', { confirmed: 'true' }, { as, ...(token && { token }) });
    const refused = await send(projects.developer);
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([422, true]);
    expect((await send(projects.reporter)).status).toBe(403);
    const other = { as: projects.developer, token: 'other' };
    expect((await pages.send('branches', 'branches/kept/delete', { confirmed: 'true' }, other)).status).not.toBe(303);
    expect(names((await pages.open('branches')).text)).toEqual(expect.arrayContaining(['main', 'kept']));
  });

  it('hides a private project, and is empty for an empty repository', async () => {
    const { project: hidden } = await projects.start('private');
    const its = new PageVisits(app, hidden);
    for (const page of ['branches', 'tags']) {
      expect((await its.open(page)).location).toMatch(/^\/users\/sign_in\?/);
      expect((await its.open(page, projects.stranger)).status).toBe(404);
    }
    expect((await new PageVisits(app, projects.make('public')).open('branches')).text).toContain('no such branches');
  });
});

describe('the page of tags', () => {
  it('shows them with message and commit', async () => {
    const { status, text } = await pages.open('tags');
    expect(status).toBe(200);
    expect(names(text).sort()).toEqual(['light', 'v1/x']);
    expect(text).toContain('<p class="text">The &lt;first&gt; one</p>');
    expect(names((await pages.open('tags?search=v1')).text)).toEqual(['v1/x']);
  });

  it('leads from the address of one to its files', async () => {
    const { status, location } = await pages.open('tags/v1/x');
    expect([status, location]).toEqual([303, address('tree/v1/x')]);
  });

  it('deletes a tag after a confirmation, for masters', async () => {
    expect(deletions((await pages.open('tags', projects.developer)).text)).toEqual([]);
    const as = projects.master;
    expect(deletions((await pages.open('tags', as)).text)).toContain(address('tags/v1/x'));
    const asked = await pages.send('tags', 'tags/v1/x/delete', {}, { as });
    expect([asked.status, asked.text.includes('Delete the tag “v1/x”?')]).toEqual([200, true]);
    const deleted = await pages.send('tags', 'tags/v1/x/delete', { confirmed: 'true' }, { as });
    expect([deleted.status, deleted.location]).toEqual([303, `${address('tags')}?done=deleted`]);
    expect(names((await pages.open('tags')).text)).toEqual(['light']);
    expect((await pages.send('tags', 'tags/light/delete', { confirmed: 'true' }, { as, token: 'x' })).status).not.toBe(
      303,
    );
    const refused = await pages.send(
      'branches',
      'tags/light/delete',
      { confirmed: 'true' },
      { as: projects.developer },
    );
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([422, true]);
  });
});
