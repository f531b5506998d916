import { DirectLevelsQuery, SetGroupMembershipsCommand } from '@hearth/projects-contracts';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';

describe('memberships by single sign-on', () => {
  const app = ProjectsApp.inBlock();
  const [ada, mo] = [user(1, { username: 'ada' }), user(2, { username: 'mo' })];
  let seed: Seed;
  let group: number;

  beforeAll(async () => {
    seed = new Seed(app.testDatabase);
    for (const each of [ada, mo]) await app.claim(each);
    group = await seed.group('acme');
    await seed.namespaceMember(group, ada.userId, 50);
  });

  const set = (userId: typeof ada.userId, level: number | null, path = 'acme') =>
    app.calls.command(SetGroupMembershipsCommand, { userId, groups: [{ path, level }] });
  const levels = async () => {
    const source = { kind: 'group' as const, id: group };
    return (await app.calls.query(DirectLevelsQuery, { source, userIds: [ada.userId, mo.userId] })).members;
  };
  const adas = { userId: ada.userId, level: 50 };

  it('begin, change and end, and are set twice as once', async () => {
    for (const level of [30, 30, 20]) {
      await set(mo.userId, level, level === 20 ? 'ACME' : 'acme');
      expect(await levels()).toEqual([adas, { userId: mo.userId, level }]);
    }
    for (let turn = 0; turn < 2; turn++) await set(mo.userId, null);
    expect(await levels()).toEqual([adas]);
    const told = await app.testDatabase.query<{ kind: string }>(
      `select coalesce(data ->> 'kind', type) as kind from projects.outbox where data::text like '%member.%' or type like '%access-revoked' order by id`,
    );
    expect(told.map(({ kind }) => kind)).toEqual([
      'member.added',
      'projects.access-revoked',
      'member.updated',
      'projects.access-revoked',
      'member.removed',
    ]);
  });

  it('leave a group its last owner, and groups that are gone alone', async () => {
    await set(ada.userId, null);
    await set(ada.userId, 30);
    await set(ada.userId, 30, 'gone/group');
    expect(await levels()).toEqual([adas]);
  });
});
