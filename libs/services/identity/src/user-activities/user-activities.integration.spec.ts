import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';

describe('GET /user/activities', () => {
  const app = IdentityApp.inBlock();

  it('lists users by their last day, for admins', async () => {
    const make = (name: string, admin = false) => app.get(CreateUser).execute(newUser(name, { admin }));
    const [boss, jane, dan] = [await make('boss', true), await make('jane'), await make('dan')];
    const active = (id: number, on: string) =>
      app.testDatabase.query('update identity.users set last_activity_on = $2 where id = $1', [id, on]);
    await active(jane.id, '2017-12-24');
    await active(dan.id, '2017-06-01');
    const list = (query = '', by = boss) => app.request(principalOf(by), 'GET', `/user/activities${query}`);
    const record = (username: string, day: string) => ({ username, last_activity_on: day, last_activity_at: day });
    expect(await list()).toEqual({ status: 200, body: [record('jane', '2017-12-24')] });
    expect((await list('?from=2017-01-01')).body).toEqual([record('dan', '2017-06-01'), record('jane', '2017-12-24')]);
    expect(await list('?from=yesterday')).toEqual({ status: 400, body: { error: 'from is invalid' } });
    expect(await list('', jane)).toMatchObject({ status: 403 });
  });
});
