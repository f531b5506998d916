import { AddBotMemberCommand, DirectLevelsQuery } from '@hearth/projects-contracts';
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

  it('become members of nothing that is gone', async () => {
    expect(await add({ kind: 'project', id: 999_999 }, 10, ada)).toBe('gone');
    expect(await add({ kind: 'group', id: 999_999 }, 10, ada)).toBe('gone');
  });
});
