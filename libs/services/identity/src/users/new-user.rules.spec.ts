import { UploadedFile } from '@hearth/http';
import { PIXEL } from '@hearth/testing';
import { USER_DEFAULTS, userFailures, withExternalLimits, type NewUser } from './new-user.rules.js';

const jane: NewUser = {
  ...USER_DEFAULTS,
  username: 'jane',
  name: 'Jane Doe',
  email: 'jane@example.com',
  password: 'correct horse',
};

describe('userFailures', () => {
  it('finds nothing wrong with an ordinary user, nor with one without a password', () => {
    expect(userFailures(jane)).toEqual({});
    expect(userFailures({ ...jane, password: null })).toEqual({});
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
    ['note', 'x'.repeat(65_536), 'is too long (maximum is 65535 characters)'],
    ['websiteUrl', `https://example.com/${'x'.repeat(2_029)}`, 'is too long (maximum is 2048 characters)'],
    ...['javascript:alert(1)', 'data:text/html,x', 'example.com', 'https://', ' https://example.com'].map(
      (url): [keyof NewUser, unknown, string] => ['websiteUrl', url, 'is not a valid URL'],
    ),
    ['projectsLimit', -1, 'must be greater than or equal to 0'],
    ['avatar', new UploadedFile('me.svg', 'image/svg+xml', Buffer.alloc(1), false), 'only images allowed'],
    ['avatar', new UploadedFile('me.png', 'image/png', PIXEL, true), 'is too big (should be at most 200 KB)'],
    ['projectsLimit', 2_147_483_648, 'must be less than or equal to 2147483647'],
  ])('tells what is wrong with %s %j', (field, value, text) => {
    expect(userFailures({ ...jane, [field]: value })).toEqual({ [field]: [text] });
  });

  it.each([
    [{ provider: 'github', externUid: '' }, "can't be blank"],
    [{ provider: ' ', externUid: '7' }, "can't be blank"],
    [{ provider: 'github', externUid: 'x'.repeat(256) }, 'is too long (maximum is 255 characters)'],
  ])('tells what is wrong with the identity %j', (identity, text) => {
    expect(userFailures({ ...jane, identity })).toEqual({ 'identities.externUid': [text] });
  });

  it('looks only at what is to be changed', () => {
    expect(userFailures({})).toEqual({});
    expect(userFailures({ bio: 'x'.repeat(256), password: '' })).toEqual({
      password: ["can't be blank"],
      bio: ['is too long (maximum is 255 characters)'],
    });
  });

  it('tells everything at once', () => {
    const failures = userFailures({ ...jane, password: 'x', bio: 'x'.repeat(256), projectsLimit: -1 });
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
