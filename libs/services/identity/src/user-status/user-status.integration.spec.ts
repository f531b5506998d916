import { DeleteUser } from '../deletion/delete.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

const NONE = { emoji: null, availability: null, message: null, clear_status_at: null };

describe('the status of a user', () => {
  const app = IdentityApp.inBlock();
  let jane: UserRecord;
  let zoe: UserRecord;

  beforeAll(async () => {
    [jane, zoe] = [
      await app.get(CreateUser).execute(newUser('jane')),
      await app.get(CreateUser).execute(newUser('zoe')),
    ];
  }, 30_000);

  const set = (method: 'PUT' | 'PATCH', body: object) =>
    app.request(principalOf(jane), method, '/user/status', body as Record<string, unknown>);
  const own = async () => (await app.request(principalOf(jane), 'GET', '/user/status')).body;

  it('is set, changed, read by others and removed', async () => {
    expect(await own()).toEqual(NONE);
    const lunch = { ...NONE, emoji: 'thumbsup', availability: 'not_set', message: 'Lunch' };
    expect(await set('PUT', { emoji: 'thumbsup', message: 'Lunch' })).toEqual({ status: 200, body: lunch });
    expect(await set('PATCH', { availability: 'busy' })).toEqual({
      status: 200,
      body: { ...lunch, availability: 'busy' },
    });
    for (const [reader, name] of [
      [principalOf(zoe), jane.id],
      [null, 'JANE'],
    ] as const)
      expect((await app.request(reader, 'GET', `/users/${name}/status`)).body).toMatchObject({ message: 'Lunch' });
    const bare = { ...NONE, emoji: 'speech_balloon', availability: 'not_set', message: 'Back' };
    expect((await set('PUT', { message: 'Back' })).body).toEqual(bare);
    expect((await set('PUT', {})).body).toEqual(NONE);
    expect(await own()).toEqual(NONE);
  });

  it('ends at its time', async () => {
    const { body } = await set('PUT', { message: 'Away', clear_status_after: '30_minutes' });
    expect(body).toMatchObject({ message: 'Away', clear_status_at: expect.any(String) });
    expect(await own()).toEqual(body);
    await app.testDatabase.query(
      `update identity.user_statuses set clear_at = clear_at - interval '30 minutes' where user_id = $1`,
      [jane.id],
    );
    expect(await own()).toEqual(NONE);
    expect((await set('PATCH', { availability: 'busy' })).body).toMatchObject({ message: '', clear_status_at: null });
  });

  it('is refused with an unknown emoji, and stays as it was', async () => {
    await set('PUT', { message: 'Here' });
    const message = { emoji: ['is not a valid emoji name'] };
    expect(await set('PATCH', { emoji: 'no_emoji' })).toEqual({ status: 400, body: { message } });
    expect((await set('PATCH', { availability: 'gone' })).status).toBe(400);
    expect(await own()).toMatchObject({ emoji: 'speech_balloon', message: 'Here' });
  });

  it('is nothing of unknown and deleted users', async () => {
    const gone = await app.get(CreateUser).execute(newUser('gone'));
    await app.request(principalOf(gone), 'PUT', '/user/status', { message: 'Here' });
    await app.get(DeleteUser).execute(gone.id, false, () => undefined);
    for (const name of [gone.id, 'nobody', 999_999])
      expect((await app.request(principalOf(zoe), 'GET', `/users/${name}/status`)).status).toBe(404);
  });
});
