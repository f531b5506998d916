import { AddBotMemberCommand, DirectLevelsQuery, GroupMembersQuery } from '@hearth/projects-contracts';
import type { UserId } from '@hearth/contract-kit';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';

describe('the bots of access tokens', () => {
  const app = ProjectsApp.inBlock();
  const [ada, mo, bot] = [user(1, { username: 'ada' }), user(2, { username: 'mo' }), user(3, { username: 'bot' })];
  let seed: Seed;
  let own: number;

  beforeAll(async () => {
    seed = new Seed(app.testDatabase);
    own = await app.claim(ada);
    for (const each of [mo, bot]) await app.claim(each);
  });

  const add = async (
    source: { kind: 'project' | 'group'; id: number },
    level: number,
    actor: { userId: UserId; admin: boolean },
  ) => {
    const asked = { source: source as never, userId: bot.userId, level, actor };
    return (await app.calls.command(AddBotMemberCommand, asked)).outcome;
  };

  it('become members at most with the level of the actor', async () => {
    const id = await seed.project(own, 'tool', 'private');
    await seed.projectMember(id, mo.userId, 40);
    const source = { kind: 'project' as const, id };
    expect(await add(source, 50, mo)).toBe('forbidden');
    expect(await add(source, 30, bot)).toBe('forbidden');
    expect(await add(source, 40, mo)).toBe('added');
    // The answer of the first time was lost.
    expect(await add(source, 40, mo)).toBe('added');
    expect(await app.calls.query(DirectLevelsQuery, { source, userIds: [bot.userId, mo.userId, 99] })).toEqual({
      members: expect.arrayContaining([
        { userId: bot.userId, level: 40 },
        { userId: mo.userId, level: 40 },
      ]),
    });
  });

  it('are found with the other direct members of groups', async () => {
    const [one, other] = [await seed.group('one'), await seed.group('other')];
    await seed.namespaceMember(one, mo.userId, 30);
    await seed.namespaceMember(other, mo.userId, 10);
    await seed.namespaceMember(other, bot.userId, 10);
    const [moIn, botIn] = [mo, bot].map(({ userId }) => (groupId: number) => ({ groupId, userId }));
    const members = async (userIds?: UserId[]) =>
      (await app.calls.query(GroupMembersQuery, { groupIds: [one, other], userIds })).members;
    expect(await members()).toEqual([moIn!(one), moIn!(other), botIn!(other)]);
    expect(await members([bot.userId])).toEqual([botIn!(other)]);
  });

  it('become members of nothing that is gone', async () => {
    expect(await add({ kind: 'project', id: 999_999 }, 10, ada)).toBe('gone');
    expect(await add({ kind: 'group', id: 999_999 }, 10, ada)).toBe('gone');
  });
});
