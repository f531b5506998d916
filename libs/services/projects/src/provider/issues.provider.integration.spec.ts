import type { Principal, ProjectId } from '@hearth/contract-kit';
import { IssueMergeRequestsQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the merge requests of an issue', () => {
  const app = ProjectsApp.inBlock();
  const [owner, guest, stranger] = [1, 2, 3].map((id) => user(id)) as [Principal, Principal, Principal];
  let project: ProjectId;

  beforeAll(async () => {
    for (const person of [owner, guest, stranger]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    const group = await seed.group('group');
    await seed.namespaceMember(group, owner.userId, 50);
    project = await seed.project(group, 'project', 'private');
    await seed.projectMember(project, guest.userId, 10);
  });

  const asked = async (caller: Principal, iid: number) =>
    (await app.calls.query(IssueMergeRequestsQuery, { projectId: project, iid, caller })).mergeRequests;

  it('are those that mention it and those that its description names', async () => {
    const description = 'after !3, group/project!4 and other/project!5';
    const { body } = await app.request(owner, 'POST', `/projects/${project}/issues`, { title: 'one', description });
    await app.testDatabase.query(
      `insert into cross_references (issue_id, source, closed)
       values ($1, 'merge_request 70 2', false), ($1, 'merge_request ' || $2 || ' 3', true), ($1, 'issue 1 9', false)`,
      [body.id, project],
    );
    expect(await asked(owner, body.iid)).toEqual(
      expect.arrayContaining([
        { projectId: 70, iid: 2 },
        { projectId: project, iid: 3 },
        { projectId: project, iid: 4 },
      ]),
    );
    expect(await asked(guest, body.iid)).toHaveLength(3);
    expect(await asked(stranger, body.iid)).toBeNull();
  });

  it('are hidden with a confidential issue', async () => {
    const fields = { title: 'two', confidential: true };
    const { body } = await app.request(owner, 'POST', `/projects/${project}/issues`, fields);
    expect([await asked(owner, body.iid), await asked(guest, body.iid), await asked(owner, 99)]).toEqual([
      ...[[], null, null],
    ]);
  });
});
