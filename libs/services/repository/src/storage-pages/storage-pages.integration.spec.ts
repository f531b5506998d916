import type { Principal } from '@hearth/contract-kit';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const PAGE = '/admin/storages';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let admin: Principal;
let pages: PageVisits;

beforeAll(async () => {
  ({ project } = await projects.start('private'));
  admin = app.admit(app.services.promote(projects.stranger));
  pages = new PageVisits(app, project);
});

describe('the page of storages', () => {
  it('shows each with its owner, state, space and last check, and the moves', async () => {
    const query = (text: string, values: unknown[] = []) => app.database.query(text, values);
    await query(`insert into storage_owners (storage, epoch, identity, renewed_at, free_bytes, disk_bytes, maintenance_since)
      values ('there', 1, 'there', now() - interval '1 hour', 1536, 3072, now())`);
    await query(
      `insert into storage_checks (storage, repositories, copies, finished_at) values ('there', 1, 2, '2020-01-02T03:04:05Z')`,
    );
    await query(
      `insert into storage_moves (project_id, source, destination, state) values ($1, 'here', 'there', 'failed')`,
      [project.id],
    );
    await query(`insert into repositories (project_id, storage) values (999999, 'there')`);
    await query(`insert into storage_moves (project_id, source, destination) values (999999, 'there', 'here')`);
    const { status, text } = await pages.open(PAGE, admin);
    expect(status).toBe(200);
    expect(text).toMatch(/<h2>here<\/h2>\s*<p><span class="tag">served<[^]*Repositories<\/dt><dd>1 \(/);
    expect(text).toMatch(/<h2>there<[^]*>silent for 3\d{3} s<[^]*>maintenance<[^]*1\.5 KiB of 3\.0 KiB/);
    expect(text).toMatch(/0 out, 1 in[^]*1 out, 0 in[^]*2020-01-02T03:04Z sound/);
    expect(text).toMatch(/<strong>Deleted project<[^]*From there to here[^]*scheduled/);
    expect(text).toMatch(new RegExp(`href="/${project.fullPath}"[^]*From here to there[^]*failed`));
  });

  it('moves all repositories of one when that is confirmed, and says why it cannot', async () => {
    const send = (fields: Record<string, string>) => pages.send(PAGE, `${PAGE}/move`, fields, { as: admin });
    const asked = await send({ source_storage_name: 'nowhere' });
    expect(asked.text).toContain('Move all repositories of “nowhere”?');
    const refused = await send({ source_storage_name: 'nowhere', confirmed: 'true' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('The storage is not a storage')]);
    const alone = await send({ source_storage_name: 'here', confirmed: 'true' });
    expect(alone.text).toContain('The destination is missing: there is no other storage');
  });

  it('is for admins only', async () => {
    expect((await pages.open(PAGE, projects.master)).status).toBe(403);
    expect((await pages.open(PAGE)).status).toBe(303);
    const fields = { source_storage_name: 'here', confirmed: 'true' };
    expect((await pages.send(PAGE, `${PAGE}/move`, fields, { as: projects.master })).status).toBe(403);
  });
});
