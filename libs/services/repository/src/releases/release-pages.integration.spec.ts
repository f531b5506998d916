import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

it('the page of releases shows their texts and links, the newest first', async () => {
  const { project } = await projects.start('public');
  const pages = new PageVisits(app, project);
  expect((await pages.open('releases')).text).toContain('There are no releases.');
  const create = async (body: object) =>
    app.send(`/api/v4/projects/${project.id}/releases`, {
      method: 'POST',
      as: projects.developer,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ref: 'main', ...body }),
    });
  const links = [{ name: 'Linux <x>', url: 'https://example.com/linux' }];
  const description = '# News\n\n<script>alert(1)</script>\n\n**bold**';
  expect((await create({ tag_name: 'v1', name: 'First <b>', description, assets: { links } })).status).toBe(201);
  expect((await create({ tag_name: 'v2', released_at: '2999-01-01T00:00:00Z' })).status).toBe(201);
  const { status, text } = await pages.open('releases');
  expect(status).toBe(200);
  expect(text).toMatch(/>v2<\/a> <span class="tag">upcoming<\/span><\/h2>[^]*>First &lt;b&gt;<\/a> <\/h2>/);
  const one = await pages.open('releases/v1');
  expect([one.status, one.text.includes('>First &lt;b&gt;</a>'), one.text.includes('>v2<')]).toEqual([
    200,
    true,
    false,
  ]);
  expect((await pages.open('releases/v3')).status).toBe(404);
  expect(text).toContain('<strong>bold</strong>');
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('<a href="https://example.com/linux" rel="nofollow noopener noreferrer">Linux &lt;x&gt;</a>');
});

it('the page of releases of a hidden project leads to sign-in', async () => {
  const { project } = await projects.start('private');
  const pages = new PageVisits(app, project);
  expect((await pages.open('releases')).location).toMatch(/^\/users\/sign_in\?/);
  expect((await pages.open('releases', projects.stranger)).status).toBe(404);
  expect((await pages.open('releases', projects.reporter)).status).toBe(200);
});
