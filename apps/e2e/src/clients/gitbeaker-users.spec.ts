import { sshKeyText } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { PIXEL, admin, clientFor, createUserWithClient, refusal, type UserWithClient } from './gitbeaker.js';

const SECRET = 'secret-secret';

describe('gitbeaker, unmodified', () => {
  let someone: UserWithClient;

  beforeAll(async () => {
    someone = await createUserWithClient('beaker');
  });

  it('knows who it is', async () => {
    const me = await someone.client.Users.showCurrentUser();
    expect([me.id, me.username, me.email]).toEqual([someone.id, someone.username, someone.email]);
    expect(me.web_url).toBe(`${hearth.url}/${someone.username}`);
    expect(await refusal(clientFor('no-such-token').Users.showCurrentUser())).toEqual([401, '401 Unauthorized']);
  });

  it('makes, changes and deletes users', async () => {
    const username = uniqueName('made');
    const email = `${username}@example.com`;
    const user = await admin.Users.create({ username, email, name: 'Made', password: SECRET, skipConfirmation: true });
    expect((await admin.Users.show(user.id)).username).toBe(username);
    await admin.Users.edit(user.id, { name: 'Changed', bio: 'a bio', organization: 'some' });
    expect(await admin.Users.show(user.id)).toMatchObject({ name: 'Changed', bio: 'a bio', organization: 'some' });
    const again = { username: uniqueName('again'), email, name: 'Again', password: SECRET };
    expect(await refusal(admin.Users.create(again))).toEqual([409, 'Email has already been taken']);
    expect((await refusal(someone.client.Users.create(again)))[0]).toBe(403);
    expect((await refusal(admin.Users.create({ username, name: 'No address' })))[0]).toBe(400);
    await admin.Users.remove(user.id);
    expect(await refusal(admin.Users.show(user.id))).toEqual([404, '404 User Not Found']);
  });

  it('blocks and unblocks', async () => {
    const { id, client } = await createUserWithClient('blockee');
    await admin.Users.block(id);
    expect((await admin.Users.show(id)).state).toBe('blocked');
    expect(await refusal(client.Users.showCurrentUser())).toEqual([403, '403 Forbidden - User is blocked']);
    await admin.Users.unblock(id);
    expect((await client.Users.showCurrentUser()).id).toBe(id);
  });

  it('lists users over all pages', async () => {
    const others = [await createUserWithClient('listed'), await createUserWithClient('listed')];
    const all = await admin.Users.all({ perPage: 2, search: 'listed' });
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
    const [one] = await someone.client.Users.all({ username: others[0]!.username });
    expect(one!.id).toBe(others[0]!.id);
    const page = await admin.Users.all({ perPage: 1, page: 1, showExpanded: true });
    expect(page.paginationInfo).toMatchObject({ perPage: 1, current: 1, next: 2, previous: null });
    expect(page.paginationInfo.total).toBe(page.paginationInfo.totalPages);
  });

  it('hangs up a picture', async () => {
    const avatar = { content: new Blob([PIXEL], { type: 'image/png' }), filename: 'pixel.png' };
    await admin.Users.edit(someone.id, { avatar });
    const { avatar_url: url } = await someone.client.Users.showCurrentUser();
    const picture = await fetch(url!);
    expect(Buffer.from(await picture.arrayBuffer()).equals(PIXEL)).toBe(true);
  });

  it('acts as another user', async () => {
    expect((await admin.Users.showCurrentUser({ sudo: someone.username })).id).toBe(someone.id);
    const project = await admin.Projects.create({ name: uniqueName('sudo'), sudo: someone.id });
    expect((project.namespace as { path: string }).path).toBe(someone.username);
    expect((await refusal(someone.client.Users.showCurrentUser({ sudo: 1 })))[0]).toBe(403);
  });

  it('deals in tokens', async () => {
    const { id } = someone;
    const tokens = admin.UserImpersonationTokens;
    const made = await tokens.create(id, 'robot', ['api'], { expiresAt: '2099-01-01' });
    const robot = clientFor((made as unknown as { token: string }).token);
    expect((await robot.Users.showCurrentUser()).id).toBe(id);
    expect(await tokens.show(id, made.id)).toMatchObject({ name: 'robot', active: true, expires_at: '2099-01-01' });
    await tokens.revoke(id, made.id);
    expect((await refusal(robot.Users.showCurrentUser()))[0]).toBe(401);
    const active = await tokens.all(id, { state: 'active' });
    expect(active.map((token) => token.id)).not.toContain(made.id);
    expect(await refusal(tokens.show(id, 99_999_999))).toEqual([404, '404 Impersonation Token Not Found']);
    expect((await refusal(someone.client.UserImpersonationTokens.all(id)))[0]).toBe(403);

    const personal = await admin.PersonalAccessTokens.create(id, 'second', ['read_user']);
    const reader = clientFor((personal as unknown as { token: string }).token);
    expect((await reader.PersonalAccessTokens.show()).id).toBe(personal.id);
    expect((await refusal(reader.Projects.all()))[0]).toBe(403);
    await reader.PersonalAccessTokens.remove();
    expect((await refusal(reader.Users.showCurrentUser()))[0]).toBe(401);
    expect((await someone.client.PersonalAccessTokens.all()).every(({ user_id: owner }) => owner === id)).toBe(true);
  });

  it('adds and removes SSH keys, for oneself and for others', async () => {
    const { id, client } = someone;
    const key = sshKeyText();
    const own = await client.UserSSHKeys.create('laptop', key);
    expect(own).toMatchObject({ title: 'laptop', key });
    expect(await client.UserSSHKeys.show(own.id)).toEqual(own);
    expect((await refusal(client.UserSSHKeys.create('again', key)))[0]).toBe(400);
    const given = await admin.UserSSHKeys.create('by admin', sshKeyText(), { userId: id });
    expect((await admin.UserSSHKeys.all({ userId: id })).map((each) => each.id)).toEqual([own.id, given.id]);
    await admin.UserSSHKeys.remove(given.id, { userId: id });
    await client.UserSSHKeys.remove(own.id);
    expect(await client.UserSSHKeys.all()).toEqual([]);
    expect((await refusal(client.UserSSHKeys.all({ userId: id })))[0]).toBe(403);
  });

  it('adds and removes e-mail addresses, for oneself and for others', async () => {
    const { id, client } = someone;
    const email = `${uniqueName('beaker')}@example.org`;
    const own = await client.UserEmails.create(email);
    expect(own).toMatchObject({ email });
    expect(await client.UserEmails.show(own.id)).toMatchObject({ email });
    const options = { userId: id, skipConfirmation: true };
    const given = await admin.UserEmails.create(`${uniqueName('beaker')}@example.org`, options);
    expect((await admin.UserEmails.all({ userId: id })).map((each) => each.id)).toEqual([own.id, given.id]);
    expect((await refusal(client.UserEmails.create(email)))[0]).toBe(400);
    await admin.UserEmails.remove(given.id, { userId: id });
    await client.UserEmails.remove(own.id);
    expect(await client.UserEmails.all()).toEqual([]);
  });

  it('notes custom attributes of users', async () => {
    const attributes = admin.UserCustomAttributes;
    expect(await attributes.set(someone.id, 'color', 'red')).toEqual({ key: 'color', value: 'red' });
    expect(await attributes.show(someone.id, 'color')).toEqual({ key: 'color', value: 'red' });
    expect(await attributes.all(someone.id)).toEqual([{ key: 'color', value: 'red' }]);
    await attributes.remove(someone.id, 'color');
    expect(await attributes.all(someone.id)).toEqual([]);
    expect((await refusal(someone.client.UserCustomAttributes.all(someone.id)))[0]).toBe(403);
  });

  it('reads and changes settings of the instance', async () => {
    const { default_projects_limit: before } = (await admin.ApplicationSettings.show()) as Record<string, number>;
    try {
      expect(await admin.ApplicationSettings.edit({ defaultProjectsLimit: 77 })).toMatchObject({
        default_projects_limit: 77,
      });
    } finally {
      await admin.ApplicationSettings.edit({ defaultProjectsLimit: before });
    }
    expect((await refusal(someone.client.ApplicationSettings.show()))[0]).toBe(403);
  });
});
