import { AccessLevel } from '@hearth/contract-kit';
import { sshKeyText } from '@hearth/testing';
import { DeleteUser } from '../deletion/delete.js';
import { parseSshKey, printedFingerprint } from '../ssh-keys/ssh-key.rules.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

describe('keys of the instance', () => {
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    const make = (name: string, admin = false) => app.get(CreateUser).execute(newUser(name, { admin }));
    [boss, jane] = [await make('boss', true), await make('jane')];
  }, 30_000);

  const get = (path: string, by = boss) => app.request(principalOf(by), 'GET', path);
  const printed = (key: string) => encodeURIComponent(printedFingerprint(parseSshKey(key)!.fingerprint));
  const add = async (by: UserRecord, path: string, key: string) => {
    const { status, body } = await app.request(principalOf(by), 'POST', path, { title: 'laptop', key });
    expect(status).toBe(201);
    return (body as { id: number }).id;
  };

  it('are found by id and by fingerprint, with their user', async () => {
    const key = sshKeyText();
    const id = await add(jane, '/user/keys', key);
    const found = await get(`/keys/${id}`);
    expect(found).toEqual({
      status: 200,
      body: {
        ...{ id, title: 'laptop', key, expires_at: null },
        created_at: expect.any(String),
        user: expect.objectContaining({ id: jane.id, username: 'jane', email: jane.email }),
      },
    });
    expect(await get(`/keys?fingerprint=${printed(key)}`)).toEqual(found);
  });

  it('are found with their projects where they are deploy keys, also after their creator has left', async () => {
    const key = sshKeyText();
    const creator = await app.get(CreateUser).execute(newUser('creator'));
    const project = app.projects.addProject({ [creator.id]: AccessLevel.master });
    const id = await add(creator, `/projects/${project.id}/deploy_keys`, key);
    const projects = [{ deploy_key_id: id, project_id: project.id, can_push: false }];
    const found = () => get(`/keys?fingerprint=${printed(key)}`);
    expect((await found()).body).toMatchObject({ user: { id: creator.id }, deploy_keys_projects: projects });
    await app.get(DeleteUser).execute(creator.id, false, () => undefined);
    expect((await found()).body).toMatchObject({ id, user: null, deploy_keys_projects: projects });
  });

  it('are not found without one, nor by a malformed fingerprint, and by admins alone', async () => {
    const missing = { status: 404, body: { message: '404 Key Not Found' } };
    expect(await get('/keys/999999')).toEqual(missing);
    expect(await get(`/keys?fingerprint=${printed(sshKeyText())}`)).toEqual(missing);
    const malformed = { status: 400, body: { message: '400 Bad request - Failed to return the key' } };
    expect(await get('/keys?fingerprint=ab:cd')).toEqual(malformed);
    expect((await get('/keys')).status).toBe(400);
    expect((await get('/keys/1', jane)).status).toBe(403);
    expect((await get(`/keys?fingerprint=${printed(sshKeyText())}`, jane)).status).toBe(403);
  });
});
