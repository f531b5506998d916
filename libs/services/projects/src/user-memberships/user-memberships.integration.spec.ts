import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const root = user(1, { username: 'root', admin: true });
const ada = user(2, { username: 'ada' });
const bob = user(3, { username: 'bob' });

describe('the memberships of a user', () => {
  const app = ProjectsApp.inBlock();
  let team: number;
  let tool: number;
  let own: number;

  beforeAll(async () => {
    const seed = new Seed(app.testDatabase);
    for (const each of [root, ada, bob]) await app.claim(each);
    team = await seed.group('team');
    const ended = await seed.group('ended');
    tool = await seed.project(team, 'tool', 'private');
    own = await seed.project(await app.claim(ada), 'own', 'private');
    await seed.namespaceMember(team, ada.userId, 30);
    await seed.namespaceMember(ended, ada.userId, 50, 0);
    for (const project of [tool, own]) await seed.projectMember(project as never, ada.userId, 40, 3);
    await seed.projectMember(tool as never, bob.userId, 10);
  });

  const list = (query = '', id: number = ada.userId, by = root) =>
    app.request(by, 'GET', `/users/${id}/memberships${query}`);

  it('are those of groups, then of projects, that have not expired', async () => {
    const inTeam = { source_id: team, source_name: 'team', source_type: 'Namespace', access_level: 30 };
    const ofProjects = [
      { source_id: tool, source_name: 'tool', source_type: 'Project', access_level: 40 },
      { source_id: own, source_name: 'own', source_type: 'Project', access_level: 40 },
    ];
    expect(await list()).toMatchObject({ status: 200, body: [inTeam, ...ofProjects] });
    expect((await list('?type=Namespace')).body).toEqual([inTeam]);
    expect((await list('?type=Project')).body).toEqual(ofProjects);
    expect((await list('?per_page=2&page=2')).body).toEqual(ofProjects.slice(1));
    expect((await list('?page=9')).body).toEqual([]);
  });

  it('are for admins, of users who exist', async () => {
    expect((await list('', ada.userId, ada)).status).toBe(403);
    expect((await list('?type=Group')).status).toBe(400);
    expect((await list('', root.userId)).body).toEqual([]);
    expect(await list('', 999)).toMatchObject({ status: 404, body: { message: '404 User Not Found' } });
  });
});
