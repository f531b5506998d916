import { USER_DEFAULTS } from './new-user.rules.js';
import type { FullUser } from './user.entity.js';
import {
  AdminUserView,
  PublicUserView,
  SingleUserView,
  presentAdminUser,
  presentFailures,
  presentPublicUser,
  presentUser,
} from './user.view.js';

const { confirmed: _confirmed, avatar: _avatar, identity: _identity, ...defaults } = USER_DEFAULTS;
const createdAt = new Date('2018-01-15T10:07:21.123Z');
const jane: FullUser = {
  ...defaults,
  id: 7,
  username: 'jane',
  name: 'Jane Doe',
  email: 'jane@example.com',
  note: 'Left in May',
  state: 'active',
  themeId: 1,
  colorSchemeId: 1,
  confirmedAt: null,
  lastSignInAt: null,
  currentSignInAt: null,
  lastActivityOn: null,
  createdAt,
  updatedAt: createdAt,
  revision: 3,
  pendingUsername: null,
  ghost: false,
  holderKind: null,
  holderId: null,
  unconfirmedEmail: null,
  passwordExpiresAt: null,
  avatarFile: null,
  twoFactorEnabled: false,
  identities: [],
  canCreateProject: true,
};
const BASE_URL = 'http://hearth.test:8080';

describe('the views of a user', () => {
  it('show a fresh user as the v4 API does', () => {
    expect(presentAdminUser(jane, BASE_URL)).toEqual({
      id: 7,
      username: 'jane',
      name: 'Jane Doe',
      state: 'active',
      avatar_url: null,
      web_url: 'http://hearth.test:8080/jane',
      created_at: '2018-01-15T10:07:21.123Z',
      bio: null,
      location: null,
      organization: null,
      bot: false,
      skype: '',
      linkedin: '',
      twitter: '',
      website_url: '',
      last_sign_in_at: null,
      confirmed_at: null,
      last_activity_on: null,
      email: 'jane@example.com',
      theme_id: 1,
      color_scheme_id: 1,
      projects_limit: 100_000,
      current_sign_in_at: null,
      identities: [],
      can_create_group: true,
      can_create_project: true,
      two_factor_enabled: false,
      external: false,
      is_admin: false,
      note: 'Left in May',
    });
  });

  it('hold to their closed schemas', () => {
    const seen = { ...jane, confirmedAt: createdAt, lastSignInAt: createdAt, lastActivityOn: '2018-01-15' };
    expect(presentPublicUser(seen, BASE_URL)).not.toHaveProperty('note');
    expect(SingleUserView.parse(presentUser(seen, BASE_URL))).toBeDefined();
    expect(PublicUserView.parse(presentPublicUser(seen, BASE_URL))).toBeDefined();
    expect(AdminUserView.parse(presentAdminUser(seen, BASE_URL))).toBeDefined();
    expect(SingleUserView.safeParse(presentPublicUser(seen, BASE_URL)).success).toBe(false);
  });

  it('tell who may not make projects, who they are elsewhere and what they look like', () => {
    const user = {
      ...jane,
      canCreateProject: false,
      avatarFile: 'me.png',
      identities: [{ provider: 'github', externUid: '7' }],
    };
    expect(presentPublicUser(user, BASE_URL)).toMatchObject({
      can_create_project: false,
      avatar_url: 'http://hearth.test:8080/uploads/-/system/user/avatar/7/me.png',
      identities: [{ provider: 'github', extern_uid: '7' }],
    });
  });
});

describe('presentFailures', () => {
  it('names fields as clients know them', () => {
    expect(presentFailures({ projectsLimit: ['must be greater than or equal to 0'], bio: ['is too long'] })).toEqual({
      projects_limit: ['must be greater than or equal to 0'],
      bio: ['is too long'],
    });
  });
});
