import { Keyring, parseEncryptionKeys, reencrypt } from '@hearth/secrets';
import { SettingsProvider } from '../provider/settings.provider.js';
import { schema } from '../schema.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { UpdateSettingsParams } from './settings.params.js';

type Body = Record<string, unknown>;
const DEFAULTS = {
  default_project_visibility: 'private',
  default_group_visibility: 'private',
  restricted_visibility_levels: [],
  default_projects_limit: 100_000,
  user_default_external: false,
  can_create_group: true,
  default_project_creation: 1,
  default_branch_name: null,
  oauth_implicit_grant_enabled: true,
  oauth_password_grant_enabled: true,
  password_authentication_enabled_for_web: true,
  password_authentication_enabled_for_git: true,
};
const NAMES = Object.keys(UpdateSettingsParams.shape).join(', ');

describe('the settings of the instance', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let other: IdentityApp;
  let admin: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    other = await IdentityApp.start(database);
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
  }, 30_000);
  afterEach(() => put(DEFAULTS));
  afterAll(async () => {
    await other?.stop();
  }, 30_000);

  const get = (from = app) => from.request(principalOf(admin), 'GET', '/application/settings');
  const put = (body: Body) => app.request(principalOf(admin), 'PUT', '/application/settings', body);
  const tokenOf = async (from: IdentityApp) =>
    ((await get(from)).body as { runners_registration_token: string }).runners_registration_token;

  it('are private by default', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 1, ...DEFAULTS });
  });

  it('change one by one, and every process sees it at once', async () => {
    const changed = {
      default_project_visibility: 'internal',
      default_group_visibility: 'public',
      restricted_visibility_levels: ['public', 'internal'],
      default_projects_limit: 3,
      user_default_external: true,
      can_create_group: false,
      default_project_creation: 2,
      default_branch_name: 'trunk',
      oauth_implicit_grant_enabled: false,
      oauth_password_grant_enabled: false,
      password_authentication_enabled_for_git: false,
    };
    for (const [name, value] of Object.entries(changed)) {
      const { status, body } = await put({ [name]: value });
      expect(status).toBe(200);
      expect(body).toMatchObject({ [name]: value, updated_at: '2018-01-15T10:07:21.123Z' });
    }
    expect((await get(other)).body).toMatchObject(changed);
    expect(await other.get(SettingsProvider).readSettings()).toEqual({
      defaultProjectVisibility: 'internal',
      defaultGroupVisibility: 'public',
      restrictedVisibilities: ['public', 'internal'],
      ...{ defaultProjectCreation: 'developer', defaultBranchName: 'trunk' },
      sendsMail: false,
    });
  });

  it('stay as they are where a change asks for what Hearth does anyway', async () => {
    const asked = { signup_enabled: false, password_authentication_enabled: true, rsa_key_restriction: 0 };
    expect(await put(asked)).toMatchObject({ status: 200 });
  });

  it('restrict levels by lists, by one text, and not at all', async () => {
    const levels = async (restricted_visibility_levels: unknown) => {
      const { body } = await put({ restricted_visibility_levels });
      return (body as Body)['restricted_visibility_levels'];
    };
    expect(await levels('public,internal')).toEqual(['public', 'internal']);
    expect(await levels(['public', 'public'])).toEqual(['public']);
    expect(await levels([''])).toEqual([]);
    expect(await levels(['public'])).toEqual(['public']);
    expect(await levels('')).toEqual([]);
    expect(await levels([])).toEqual([]);
  });

  it.each<[Body, Body]>([
    [{}, { error: `${NAMES} are missing, at least one parameter must be provided` }],
    [{ gravatar_enabled: true }, { error: 'gravatar_enabled is not supported' }],
    [
      { signin_enabled: false, rsa_key_restriction: 2048 },
      { error: 'signin_enabled is not supported, rsa_key_restriction is not supported' },
    ],
    [{ max_attachment_size: 10, default_projects_limit: 3 }, { error: 'max_attachment_size is not supported' }],
    [{ default_project_visibility: 'secret' }, { error: 'default_project_visibility does not have a valid value' }],
    [{ default_group_visibility: 20 }, { error: 'default_group_visibility does not have a valid value' }],
    [
      { restricted_visibility_levels: ['public', 'secret'] },
      { error: 'restricted_visibility_levels does not have a valid value' },
    ],
    [{ default_projects_limit: 'many' }, { error: 'default_projects_limit is invalid' }],
    [
      { password_authentication_enabled_for_web: false },
      { message: { password_authentication_enabled_for_web: ['cannot be disabled without single sign-on'] } },
    ],
    [{ default_projects_limit: -1 }, { message: { default_projects_limit: ['must be greater than or equal to 0'] } }],
    [
      { default_projects_limit: 2_147_483_648, user_default_external: true },
      { message: { default_projects_limit: ['must be less than or equal to 2147483647'] } },
    ],
    [{ default_project_creation: 5 }, { error: 'default_project_creation does not have a valid value' }],
    [{ user_default_external: 'perhaps' }, { error: 'user_default_external is invalid' }],
  ])('refuse %j and stay as they are', async (change, body) => {
    expect(await put(change)).toEqual({ status: 400, body });
    expect((await get()).body).toMatchObject(DEFAULTS);
  });

  it('set the defaults of new users', async () => {
    let made = 0;
    const post = async (asked: Body = {}) => {
      const username = `new-${++made}`;
      const user = { username, name: 'New', email: `${username}@example.com`, password: PASSWORD };
      return (await app.request(principalOf(admin), 'POST', '/users', { ...user, ...asked })).body;
    };
    expect(await post()).toMatchObject({ external: false, projects_limit: 100_000, can_create_group: true });
    await put({ default_projects_limit: 3, can_create_group: false });
    expect(await post()).toMatchObject({ external: false, projects_limit: 3, can_create_group: false });
    expect(await post({ can_create_group: true })).toMatchObject({ can_create_group: true });
    expect(await post({ projects_limit: 9 })).toMatchObject({ projects_limit: 9 });
    await put({ user_default_external: true });
    expect(await post()).toMatchObject({ external: true, projects_limit: 0, can_create_group: false });
    expect(await post({ external: false })).toMatchObject({ external: false, projects_limit: 3 });
  });

  it('are for admins', async () => {
    const change = { user_default_external: true };
    expect(await app.request(null, 'GET', '/application/settings')).toMatchObject({ status: 401 });
    expect(await app.request(null, 'PUT', '/application/settings', change)).toMatchObject({ status: 401 });
    const forbidden = { status: 403, body: { message: '403 Forbidden' } };
    expect(await app.request(principalOf(jane), 'GET', '/application/settings')).toEqual(forbidden);
    expect(await app.request(principalOf(jane), 'PUT', '/application/settings', change)).toEqual(forbidden);
    const narrow = await app.request(principalOf(admin, ['read_user']), 'GET', '/application/settings');
    expect(narrow).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });

  describe('the registration token of shared runners', () => {
    const forget = () => database.query('update identity.application_settings set runners_registration_token = null');

    it('is created by the first read, once for parallel reads', async () => {
      await forget();
      const tokens = await Promise.all([app, other, app, other, app, other].map(tokenOf));
      expect(new Set(tokens).size).toBe(1);
      expect(Buffer.from(tokens[0]!, 'base64url')).toHaveLength(32);
      expect(await tokenOf(other)).toBe(tokens[0]);
      const { body } = await put({ default_projects_limit: 5 });
      expect(body).toMatchObject({ runners_registration_token: tokens[0] });
      const isValid = async (token: string) =>
        (await app.get(SettingsProvider).checkRegistrationToken({ token })).valid;
      expect([await isValid(tokens[0]!), await isValid('x'), await isValid('')]).toEqual([true, false, false]);
      await forget();
      expect(await isValid(tokens[0]!)).toBe(false);
      expect(await tokenOf(app)).not.toBe(tokens[0]);
    });

    it('is stored encrypted, and rotates with the keys', async () => {
      const token = await tokenOf(app);
      const stored = async () => {
        const [row] = await database.query<{ sealed: string }>(
          'select runners_registration_token as sealed from identity.application_settings',
        );
        return row!.sealed;
      };
      const before = await stored();
      expect(before).toMatch(/^h1\.test\./);
      expect(before).not.toContain(token);
      const keyOf = (id: string, byte: string) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
      const ring = new Keyring(parseEncryptionKeys(`${keyOf('next', 'n')},${keyOf('test', 't')}`));
      expect(await reencrypt(database.url, [schema], ring)).toMatchObject({ rewritten: 1, unreadable: [] });
      expect(await stored()).toMatch(/^h1\.next\./);
      app.get(Keyring).use(parseEncryptionKeys(`${keyOf('next', 'n')},${keyOf('test', 't')}`));
      expect(await tokenOf(app)).toBe(token);
      await forget();
    });
  });
});
