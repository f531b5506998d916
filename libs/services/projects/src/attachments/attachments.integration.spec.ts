import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const PICTURE = Buffer.from('PNG of a spec');
const KB = Buffer.alloc(1024, 'x');

describe('attachments', () => {
  beforeAll(() => {
    process.env['HEARTH_ATTACHMENT_LIMIT'] = '1KiB';
    process.env['HEARTH_ATTACHMENTS_LIMIT'] = '2KiB';
  });
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'owner', name: 'The owner' });
  const guest = user(2);
  const stranger = user(3);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [guest, stranger]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  async function project(visibility: Visibility = 'private'): Promise<ProjectId> {
    const id = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(id, guest.userId, 10);
    return id;
  }
  const upload = (caller: Principal | null, id: ProjectId, name: string, content: Buffer) =>
    app.form(caller, 'POST', `/projects/${id}/uploads`, { file: { name, content } });
  const addressOf = (body: unknown) => (body as { full_path: string }).full_path;

  it('are linked from texts, and read by those who see the project', async () => {
    const id = await project();
    const { status, body } = await upload(guest, id, 'Bild 1.png', PICTURE);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        alt: 'Bild_1',
        url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\/Bild_1\.png$/),
        full_path: expect.stringMatching(`^/-/project/${id}/uploads/[0-9a-f]{32}/Bild_1.png$`),
        markdown: expect.stringMatching(/^!\[Bild_1\]\(\/uploads\/[0-9a-f]{32}\/Bild_1\.png\)$/),
      },
    ]);
    const shown = await app.fetch(guest, addressOf(body));
    expect([shown.status, shown.body, shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
      ...[200, PICTURE, 'image/png', "inline; filename*=UTF-8''Bild_1.png"],
    ]);
    const path = `/api/v4/projects/${id}${(body as { url: string }).url}`;
    expect((await app.fetch(guest, path)).body).toEqual(PICTURE);
    for (const [caller, hidden] of [
      [stranger, 404],
      [null, 404],
    ] as const)
      expect((await app.fetch(caller, addressOf(body))).status).toBe(hidden);
    expect((await app.fetch(guest, addressOf(body).replace(/[0-9a-f]{32}/, 'f'.repeat(32)))).status).toBe(404);
  });

  it('that are no pictures are never shown in the browser', async () => {
    const id = await project('public');
    const { body } = await upload(stranger, id, 'page.svg', Buffer.from('<svg onload="x"/>'));
    expect(body).toMatchObject({ alt: 'page.svg', markdown: expect.stringMatching(/^\[page\.svg\]/) });
    const { headers } = await app.fetch(null, addressOf(body));
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      ...['application/octet-stream', "attachment; filename*=UTF-8''page.svg"],
    ]);
  });

  it('are listed and deleted by masters', async () => {
    const id = await project();
    const [first, second] = [await upload(guest, id, 'a.txt', KB), await upload(owner, id, 'b.txt', PICTURE)];
    const list = `/projects/${id}/uploads`;
    const { body } = await app.request(owner, 'GET', list);
    expect(body).toEqual([
      {
        ...{ id: expect.any(Number), size: PICTURE.length, filename: 'b.txt', created_at: expect.any(String) },
        uploaded_by: { id: owner.userId, name: expect.any(String), username: expect.any(String) },
      },
      expect.objectContaining({ size: KB.length, filename: 'a.txt' }),
    ]);
    const byId = `${list}/${(first.body as { id: number }).id}`;
    expect((await app.fetch(owner, `/api/v4${byId}`)).body).toEqual(KB);
    const byAddress = `/projects/${id}${(second.body as { url: string }).url}`;
    for (const path of [list, byId]) expect((await app.request(guest, 'GET', path)).status).toBe(403);
    for (const path of [byId, byAddress]) {
      expect((await app.request(guest, 'DELETE', path)).status).toBe(403);
      expect((await app.request(owner, 'DELETE', path)).status).toBe(204);
      expect((await app.request(owner, 'DELETE', path)).status).toBe(404);
    }
    expect((await app.request(owner, 'GET', list)).body).toEqual([]);
  });

  it('are refused without a file, above the limits and without a user, and change nothing', async () => {
    const id = await project('public');
    const without = await app.form(owner, 'POST', `/projects/${id}/uploads`, { other: 'x' });
    expect(without).toEqual({ status: 400, body: { error: 'file is missing' } });
    expect((await upload(owner, id, 'a', Buffer.alloc(1025))).status).toBe(413);
    expect((await upload(null, id, 'a', KB)).status).toBe(401);
    for (const status of [201, 201, 413]) expect((await upload(owner, id, 'a', KB)).status).toBe(status);
    expect((await app.request(owner, 'GET', `/projects/${id}/uploads`)).body).toHaveLength(2);
  });
});
