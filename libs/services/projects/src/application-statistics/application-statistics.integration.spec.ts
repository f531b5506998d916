import { FakeIdentity } from '../testing/fake-identity.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the statistics of the instance', () => {
  const app = ProjectsApp.inBlock();
  const admin = user(1, { admin: true });

  it('count the records of all services, for admins', async () => {
    const namespace = await app.claim(admin);
    const seed = new Seed(app.testDatabase);
    await seed.group('group');
    const project = await seed.project(namespace, 'app', 'private');
    const at = `/projects/${project}`;
    const issue = await app.request(admin, 'POST', `${at}/issues`, { title: 'x' });
    await app.request(admin, 'POST', `${at}/issues/${issue.body.iid}/notes`, { body: 'note' });
    await app.request(admin, 'POST', `${at}/milestones`, { title: 'v1' });
    app.get(FakeIdentity).counts = { users: 1_234_567, activeUsers: 1_200, sshKeys: 3 };
    app.get(FakeMergeRequests).counts = { mergeRequests: 12, notes: 999 };
    expect(await app.request(admin, 'GET', '/application/statistics')).toMatchObject({
      status: 200,
      body: {
        ...{ forks: '0', issues: '1', merge_requests: '12', notes: '1,000', snippets: '0', ssh_keys: '3' },
        ...{ milestones: '1', users: '1,234,567', projects: '1', groups: '1', active_users: '1,200' },
      },
    });
    expect((await app.request(user(2), 'GET', '/application/statistics')).status).toBe(403);
  });
});
