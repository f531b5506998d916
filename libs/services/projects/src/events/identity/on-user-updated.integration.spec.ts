import type { EventDataOf } from '@hearth/contract-kit';
import { type UserUpdatedEvent } from '@hearth/identity-contracts';
import { ClaimUserNamespaceCommand } from '@hearth/projects-contracts';
import type { Delivery } from '@hearth/messaging';
import { user } from '../../testing/people.js';
import { BASE_URL, ProjectsApp } from '../../testing/projects-app.js';
import type { TestDatabase } from '../../testing/test-database.js';
import { OnUserUpdated } from './on-user-updated.js';

type Change = EventDataOf<typeof UserUpdatedEvent>;

describe('OnUserUpdated', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada', name: 'Ada' });

  beforeAll(async () => {
    database = app.testDatabase;
    await app.calls.command(ClaimUserNamespaceCommand, {
      userId: ada.userId,
      username: 'ada',
      displayName: 'Ada',
      createdAt: '2018-01-15T10:07:21.123Z',
      email: 'ada@example.com',
      byAdmin: true,
    });
    await app.request(ada, 'POST', '/projects', { name: 'Tool' });
  });

  const hear = (change: Partial<Change> & Pick<Change, 'revision'>) =>
    app.database.tx((tx) =>
      app.get(OnUserUpdated).handle(
        {
          userId: ada.userId,
          username: 'ada',
          name: `Ada ${change.revision}`,
          email: 'new@example.com',
          state: 'active',
          avatarPath: null,
          ...change,
        },
        { tx } as Delivery,
      ),
    );
  const stored = async () =>
    (await database.query('select full_name, owner_email, owner_state from namespaces where owner_user_id = 1'))[0];

  it('finds the e-mail that came with the claim', async () => {
    expect(await stored()).toEqual({ full_name: 'Ada', owner_email: 'ada@example.com', owner_state: 'active' });
  });

  it('keeps what is printed of an owner', async () => {
    await hear({ revision: 1, name: 'Ada Lovelace', state: 'blocked', avatarPath: '/uploads/a.png' });
    const { body } = await app.request(ada, 'GET', '/projects/ada%2Ftool');
    expect(body.name_with_namespace).toBe('Ada Lovelace / Tool');
    expect(body.owner).toMatchObject({
      name: 'Ada Lovelace',
      state: 'blocked',
      avatar_url: `${BASE_URL}/uploads/a.png`,
    });
    expect(await stored()).toMatchObject({ owner_email: 'new@example.com' });
  });

  it('ends the same whatever is told twice or late', async () => {
    for (const revision of [5, 3, 5, 4]) await hear({ revision, email: `${revision}@example.com` });
    expect(await stored()).toEqual({ full_name: 'Ada 5', owner_email: '5@example.com', owner_state: 'active' });
  });

  it('has nothing to do for a user who is gone', async () => {
    await hear({ revision: 9, userId: 77 });
    expect(await stored()).toMatchObject({ full_name: 'Ada 5' });
  });
});
