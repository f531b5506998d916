import type { ProjectId } from '@hearth/contract-kit';
import { WhichProjectsExistQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('projects.which-exist', () => {
  const app = ProjectsApp.inBlock();

  it('names the projects that are there, until the deletion is committed', async () => {
    const ada = user(1, { username: 'ada' });
    const seed = new Seed(app.testDatabase);
    const namespaceId = await app.claim(ada);
    const [kept, deleted] = [
      await seed.project(namespaceId, 'a', 'private'),
      await seed.project(namespaceId, 'b', 'private'),
    ];
    const existing = async (...ids: number[]) =>
      (await app.calls.query(WhichProjectsExistQuery, { ids: ids as ProjectId[] })).ids.toSorted((a, b) => a - b);
    expect(await existing(kept, deleted, 999_999)).toEqual([kept, deleted]);
    expect(await app.request(ada, 'DELETE', `/projects/${deleted}`)).toMatchObject({ status: 202 });
    expect(await existing(kept, deleted)).toEqual([kept]);
    expect(await existing()).toEqual([]);
  });
});
