import type { Principal, Visibility } from '@hearth/contract-kit';
import { FakeRepository } from '../testing/fake-repository.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('PUT /projects/:id changes more than the row of the project:', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let namespaceId: number;
  let number = 0;
  const ada = user(1, { username: 'ada', name: 'Ada' });
  const master = user(2);

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    namespaceId = await app.claim(ada);
  });

  async function project(visibility: Visibility = 'private'): Promise<number> {
    const id = await seed.project(namespaceId, `p${++number}`, visibility);
    await seed.projectMember(id, master.userId, 40);
    return id;
  }

  const put = (id: number, body: object, caller: Principal = ada) =>
    app.request(caller, 'PUT', `/projects/${id}`, body);

  describe('the default branch', () => {
    it('is moved in the repository and shown at once', async () => {
      const id = await project();
      const { body } = await put(id, { default_branch: 'trunk', description: 'x' });
      expect([body.default_branch, body.description]).toEqual(['trunk', 'x']);
      expect(app.get(FakeRepository).heads.at(-1)).toBe('trunk');
    });

    it('has to be there, and nothing else is changed when it is not', async () => {
      const id = await project();
      const { status, body } = await put(id, { default_branch: 'nope', description: 'x' });
      expect([status, body]).toEqual([
        400,
        { message: { base: ["Could not change HEAD: branch 'nope' does not exist"] } },
      ]);
      expect((await app.request(ada, 'GET', `/projects/${id}`)).body.description).toBeNull();
    });

    it('stays where it is when something else is wrong', async () => {
      const before = [...app.get(FakeRepository).heads];
      expect((await put(await project(), { default_branch: 'trunk', name: '-' })).status).toBe(400);
      expect((await put(await project(), { default_branch: 'trunk', name: 'x' }, master)).status).toBe(403);
      expect(app.get(FakeRepository).heads).toEqual(before);
    });

    it('is left alone by an empty text', async () => {
      const before = app.get(FakeRepository).heads.length;
      expect((await put(await project(), { default_branch: '' })).status).toBe(200);
      expect(app.get(FakeRepository).heads).toHaveLength(before);
    });
  });

  describe('a picture', () => {
    /** A multipart form with a file and a field, as API clients send it. */
    async function form(id: number, file: { name: string; content: string } | '', description = 'x') {
      const part = (head: string, content: string) =>
        `--limit\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
      const picture =
        file === '' ? part('name="avatar"', '') : part(`name="avatar"; filename="${file.name}"`, file.content);
      const body = Buffer.from(`${picture}${part('name="description"', description)}--limit--\r\n`);
      return app.request(ada, 'PUT', `/projects/${id}`, body, {
        'content-type': 'multipart/form-data; boundary=limit',
      });
    }

    it('comes with a form, stays, is replaced and goes', async () => {
      const id = await project('public');
      const { status, body } = await form(id, { name: 'me.png', content: 'GIF89a pixels' });
      expect([status, body.avatar_url, body.description]).toEqual([200, expect.stringMatching(/\/me\.png$/), 'x']);
      expect((await put(id, { description: 'y' })).body.avatar_url).toBe(body.avatar_url);
      const replaced = await form(id, { name: 'you.gif', content: 'GIF89a others' });
      expect(replaced.body.avatar_url).toMatch(/\/you\.gif$/);
      expect((await form(id, '')).body.avatar_url).toBeNull();
      expect((await put(id, { avatar: '' })).status).toBe(200);
    });

    it.each<[string, { name: string; content: string }, string]>([
      [
        'too large',
        { name: 'me.png', content: `GIF89a${'x'.repeat(200 * 1024 - 5)}` },
        'is too big (should be at most 200 KB)',
      ],
      ['no picture', { name: 'me.svg', content: '<svg/>' }, 'only images allowed'],
    ])('is refused when it is %s, with all else', async (_, file, text) => {
      const id = await project();
      const { status, body } = await form(id, file, 'not stored');
      expect(status).toBe(400);
      expect(JSON.stringify(body.message.avatar)).toContain(text);
      expect((await app.request(ada, 'GET', `/projects/${id}`)).body).toMatchObject({
        avatar_url: null,
        description: null,
      });
    });
  });
});
