import { randomUUID } from 'node:crypto';
import { FindMovedProjectQuery, RenameUserNamespaceCommand } from '@hearth/projects-contracts';
import type { Principal } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnDefaultBranchChanged } from '../events/on-default-branch-changed.js';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('projects', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const stranger = user(2);
  const admin = user(3, { admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    await app.claim(ada);
    const create = (name: string, visibility: string) => app.request(ada, 'POST', '/projects', { name, visibility });
    for (const visibility of ['private', 'internal', 'public']) await create(visibility, visibility);
    await app.calls.command(RenameUserNamespaceCommand, { userId: 1, username: 'countess', byAdmin: false });
  });

  const find = async (path: string, principal: Principal | null) => {
    const asker = principal && { id: principal.userId, admin: principal.admin, external: principal.external };
    return (await app.calls.query(FindMovedProjectQuery, { path, user: asker })).fullPath;
  };

  describe('find-moved-project', () => {
    it('knows where a project went, for those who may see it', async () => {
      const answers = async (principal: Principal | null) =>
        Promise.all(['private', 'internal', 'public'].map((name) => find(`ada/${name}`, principal)));
      expect(await answers(ada)).toEqual(['countess/private', 'countess/internal', 'countess/public']);
      expect(await answers(admin)).toEqual(['countess/private', 'countess/internal', 'countess/public']);
      expect(await answers(stranger)).toEqual([null, 'countess/internal', 'countess/public']);
      expect(await answers(user(4, { external: true }))).toEqual([null, null, 'countess/public']);
      expect(await answers(null)).toEqual([null, null, 'countess/public']);
    });

    it('minds no case, and knows neither namespaces nor what never moved', async () => {
      expect(await find('ADA/Public', null)).toBe('countess/public');
      for (const path of ['ada', 'countess/public', 'ada/nothing', '']) expect(await find(path, admin)).toBeNull();
    });

    it('returns nothing for a path that was taken again', async () => {
      await app.claim(user(5, { username: 'ADA' }), true);
      expect(await find('ada/public', admin)).toBeNull();
    });
  });

  describe('OnDefaultBranchChanged', () => {
    it('wins over older changes only, and is no activity', async () => {
      const seed = new Seed(database);
      const projectId = await seed.project(await seed.group('group'), 'p', 'private');
      await database.query(`update projects set last_activity_at = '2018-01-01T00:00:00Z' where id = $1`, [projectId]);
      const hear = (sequence: number, defaultBranch: string) =>
        app.database.tx((tx) =>
          app.get(OnDefaultBranchChanged).handle({ projectId, sequence, defaultBranch }, { tx } as Delivery),
        );
      const shown = async () => {
        const { body } = await app.request(admin, 'GET', `/projects/${projectId}`);
        return [body.default_branch, body.last_activity_at];
      };
      await hear(5, 'trunk');
      await hear(4, 'main');
      await hear(5, 'other');
      expect(await shown()).toEqual(['trunk', '2018-01-01T00:00:00.000Z']);
      await app.database.tx((tx) =>
        app.get(OnRefUpdated).handle(
          {
            ...{ projectId, sequence: 3, ref: 'refs/heads/x', oldId: null, newId: null, userId: null },
            ...{ pushId: randomUUID(), via: 'http' },
            ...{ defaultBranch: 'older', occurredAt: '2017-01-01T00:00:00.000Z' },
          },
          { tx } as Delivery,
        ),
      );
      expect(await shown()).toEqual(['trunk', '2018-01-01T00:00:00.000Z']);
    });
  });
});
