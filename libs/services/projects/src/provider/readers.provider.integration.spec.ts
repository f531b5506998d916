import type { UserId } from '@hearth/contract-kit';
import {
  FindProjectReadersQuery,
  GroupProjectIdsQuery,
  OwnGroupIdsQuery,
  VisibleProjectIdsQuery,
} from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('what other services ask about the readers of projects', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const guest = user(2);
  const stranger = user(3);

  it('names those who read a project, and the projects that a user has a level in', async () => {
    for (const person of [owner, guest, stranger]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    const group = await seed.group('group');
    await seed.namespaceMember(group, owner.userId, 50);
    const hidden = await seed.project(group, 'hidden', 'private');
    const open = await seed.project(group, 'open', 'public');
    await seed.projectMember(hidden, guest.userId, 10);
    const readers = async (projectId: typeof hidden) => {
      const asked = { projectId, ids: [1, 3, 99], usernames: ['USER-2', 'nobody'] };
      return (await app.calls.query(FindProjectReadersQuery, asked)).users.map(({ username }) => username);
    };
    expect(await readers(hidden)).toEqual(['user-1', 'user-2']);
    expect(await readers(open)).toEqual(['user-1', 'user-2', 'user-3']);
    const subgroup = await seed.group('group/below', 'private', [group]);
    const below = await seed.project(subgroup, 'below', 'private');
    const { ids } = await app.calls.query(GroupProjectIdsQuery, { groupId: group });
    expect(ids).toEqual([hidden, open, below]);
    const own = ({ userId }: typeof owner) => app.calls.query(VisibleProjectIdsQuery, { userId, from: 20 });
    expect(await own(owner)).toEqual({ readers: [hidden, open, below], guests: [] });
    expect(await own(guest)).toEqual({ readers: [], guests: [hidden] });
    expect(await own(stranger)).toEqual({ readers: [], guests: [] });
    const invited = await seed.group('invited', 'private');
    await seed.namespaceMember(invited, stranger.userId, 40);
    const share = 'insert into project_group_links (project_id, group_id, level) values ($1, $3, 10), ($2, $3, 30)';
    await app.testDatabase.query(share, [hidden, open, invited]);
    expect(await own(stranger)).toEqual({ readers: [open], guests: [hidden] });
    await seed.namespaceMember(group, guest.userId, 40);
    const groups = (userId: UserId) => app.calls.query(OwnGroupIdsQuery, { userId, from: 50 });
    expect([await groups(owner.userId), await groups(guest.userId)]).toEqual([{ ids: [group, subgroup] }, { ids: [] }]);
  });
});
