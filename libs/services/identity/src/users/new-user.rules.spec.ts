import { USER_DEFAULTS, newUserFailures, withExternalLimits, type NewUser } from './new-user.rules.js';

const jane: NewUser = {
  ...USER_DEFAULTS,
  username: 'jane',
  name: 'Jane Doe',
  email: 'jane@example.com',
  password: 'correct horse',
};

describe('newUserFailures', () => {
  it('finds nothing wrong with an ordinary user, nor with one without a password', () => {
    expect(newUserFailures(jane)).toEqual({});
    expect(newUserFailures({ ...jane, password: null })).toEqual({});
  });

  it.each<[keyof NewUser, unknown, string]>([
    ['email', 'not an address', 'is invalid'],
    ['email', 'two@ats@example.com', 'is invalid'],
    ['email', '', "can't be blank"],
    ['email', `${'x'.repeat(250)}@example.com`, 'is too long (maximum is 255 characters)'],
    ['name', '  ', "can't be blank"],
    ['name', 'x'.repeat(256), 'is too long (maximum is 255 characters)'],
    ['username', 'jane.git', expect.stringContaining('can contain only letters') as unknown as string],
    ['password', 'short', 'is too short (minimum is 8 characters)'],
    ['bio', 'x'.repeat(256), 'is too long (maximum is 255 characters)'],
    ['location', 'x'.repeat(256), 'is too long (maximum is 255 characters)'],
    ['websiteUrl', 'x'.repeat(2_049), 'is too long (maximum is 2048 characters)'],
    ['projectsLimit', -1, 'must be greater than or equal to 0'],
    ['projectsLimit', 2_147_483_648, 'must be less than or equal to 2147483647'],
  ])('tells what is wrong with %s %j', (field, value, text) => {
    expect(newUserFailures({ ...jane, [field]: value })).toEqual({ [field]: [text] });
  });

  it('tells everything at once', () => {
    const failures = newUserFailures({ ...jane, password: 'x', bio: 'x'.repeat(256), projectsLimit: -1 });
    expect(Object.keys(failures).sort()).toEqual(['bio', 'password', 'projectsLimit']);
  });
});

describe('withExternalLimits', () => {
  it('takes groups and projects from external users only', () => {
    const asked = { ...jane, canCreateGroup: true, projectsLimit: 7 };
    expect(withExternalLimits(asked)).toEqual(asked);
    expect(withExternalLimits({ ...asked, external: true })).toMatchObject({ canCreateGroup: false, projectsLimit: 0 });
  });
});
