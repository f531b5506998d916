import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('a test of a webhook of a group', () => {
  const app = ProjectsApp.inBlock();

  it('is a delivery of the oldest project inside that has commits', async () => {
    const owner = user(1);
    await app.claim(owner);
    const seed = new Seed(app.testDatabase);
    const outer = await seed.group('outer');
    const inner = await seed.group('inner', 'private', [outer]);
    await seed.namespaceMember(outer, owner.userId, 50);
    const at = `/groups/${outer}/hooks`;
    const { body: hook } = await app.request(owner, 'POST', at, { url: 'https://ci.example.com/hook' });
    const test = () => app.request(owner, 'POST', `${at}/${hook.id}/test/push_events`);
    await seed.project(outer, 'empty', 'private');
    const refused = { status: 422, body: { message: 'Ensure the group has a project with commits.' } };
    expect(await test()).toMatchObject(refused);
    const pushed = await seed.project(inner, 'pushed', 'private');
    await app.testDatabase.query(`update projects set default_branch = 'trunk' where id = $1`, [pushed]);
    expect(await test()).toMatchObject({ status: 201, body: { message: '201 Created' } });
    const made = await app.testDatabase.query('select project_id from hook_deliveries where hook_id = $1', [hook.id]);
    expect(made).toMatchObject([{ project_id: pushed }]);
  });
});
