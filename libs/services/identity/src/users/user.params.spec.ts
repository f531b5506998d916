import { CreateUserParams, ListUsersParams, filtersOf, newUserOf } from './user.params.js';

const required = { email: ' jane@example.com ', name: 'Jane', username: 'jane' };

describe('newUserOf', () => {
  const read = (params: Record<string, unknown>) =>
    newUserOf(CreateUserParams.parse({ ...required, ...params }), {
      external: false,
      projectsLimit: 7,
      canCreateGroup: false,
    });

  it('fills in what was left out', () => {
    expect(read({ password: 'correct horse' })).toEqual({
      email: 'jane@example.com',
      name: 'Jane',
      username: 'jane',
      password: 'correct horse',
      confirmed: false,
      admin: false,
      external: false,
      canCreateGroup: false,
      projectsLimit: 7,
      bio: null,
      location: null,
      organization: null,
      note: null,
      skype: '',
      linkedin: '',
      twitter: '',
      websiteUrl: '',
      avatar: null,
      identity: null,
    });
  });

  it('lets reset_password win over a password, and only when it is true', () => {
    expect(read({ password: 'correct horse', reset_password: 'true' }).password).toBeNull();
    expect(read({ password: 'correct horse', reset_password: false }).password).toBe('correct horse');
    expect(read({ reset_password: false }).password).toBe('');
  });

  it('takes texts for numbers and booleans', () => {
    const read17 = read({ password: 'x', projects_limit: '17', admin: '1', skip_confirmation: 'yes', external: 'f' });
    expect(read17).toMatchObject({ projectsLimit: 17, admin: true, confirmed: true, external: false });
  });
});

describe('filtersOf', () => {
  const read = (params: Record<string, unknown>) => filtersOf(ListUsersParams.parse(params));

  it('asks for an identity only where both of its halves say something', () => {
    expect(read({ extern_uid: 'UID=J', provider: 'ldap' }).identity).toEqual({ provider: 'ldap', externUid: 'uid=j' });
    for (const half of [{}, { extern_uid: '', provider: '' }, { extern_uid: 'J', provider: '' }])
      expect(read(half).identity).toBeUndefined();
    expect(read({ extern_uid: '', provider: 'ldap' }).identity).toBeUndefined();
  });
});
