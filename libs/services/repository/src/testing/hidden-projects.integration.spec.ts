import type { Principal } from '@hearth/contract-kit';
import { describeService } from '@hearth/http';
import type { FakeProject } from './fake-services.js';
import { GitProjects } from './git-projects.js';
import { RepositoryApp } from './repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let hidden: FakeProject;

beforeAll(async () => {
  hidden = projects.make();
});

/** Returns the endpoint's response to a request without parameters except those in its path. */
async function ask(method: string, path: string, as?: Principal): Promise<[number, unknown]> {
  const where = path.replace(':id', String(hidden.id)).replace(/:\w+/g, 'x');
  const body =
    method === 'POST' || method === 'PUT' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
  const response = await app.send(`/api/v4${where}`, { method, as, ...body });
  const text = await response.text();
  return [response.status, method === 'HEAD' ? '' : JSON.parse(text)];
}

describe('a hidden project', () => {
  it('is looked for before any endpoint looks at its parameters', async () => {
    const { RepositoryModule } = await import('../repository.module.js');
    // Those for admins are refused to others before.
    const endpoints = describeService(RepositoryModule).endpoints.filter(
      ({ path, admin }) => path.startsWith('/projects/:id/') && !admin,
    );
    expect(endpoints.length).toBeGreaterThan(35);
    const notFound = [404, { message: '404 Project Not Found' }];
    const unauthorized = [401, { message: '401 Unauthorized' }];
    for (const { method, path, anonymous, can } of endpoints) {
      const isForUsers = anonymous !== 'allowed' && can?.visitors !== 'everyone';
      const row = [await ask(method, path), await ask(method, path, projects.stranger)];
      expect([method, path, ...row]).toEqual([method, path, isForUsers ? unauthorized : notFound, notFound]);
    }
  });
});
