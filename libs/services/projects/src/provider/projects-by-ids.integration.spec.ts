import type { ProjectId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('projects.projects-by-ids', () => {
  const app = ProjectsApp.inBlock();

  it('names projects, and leaves out ids that none has', async () => {
    const seed = new Seed(app.testDatabase);
    const team = await seed.group('team');
    const group = await seed.group('tools', 'private', [team]);
    const id = await seed.project(group, 'tool', 'private');
    const { projects } = await app.calls.query(ProjectsByIdsQuery, { ids: [999_999 as ProjectId, id] });
    const { body } = await app.request(null, 'GET', `/projects/${id}`);
    expect(body).toEqual({ message: '404 Project Not Found' });
    expect(projects).toEqual([
      {
        ...{ id, name: 'tool', path: 'tool', fullPath: 'team/tools/tool', nameWithNamespace: 'tools / tool' },
        groupIds: [team, group],
        ...{ description: null, visibility: 'private', createdAt: expect.any(String), defaultBranch: null },
      },
    ]);
  });
});
