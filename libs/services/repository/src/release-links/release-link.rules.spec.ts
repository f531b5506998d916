import { MOST_LINKS, linkFailure, linksFailure, type LinkSettings } from './release-link.rules.js';

const link = (more: Partial<LinkSettings> = {}): LinkSettings => ({
  name: 'Binary',
  url: 'https://example.com/binary',
  filepath: null,
  linkType: 'other',
  ...more,
});
const schemes = 'is blocked: Only allowed schemes are http, https, ftp';
const taken = 'has already been taken';

describe('linkFailure', () => {
  it.each<[Partial<LinkSettings>]>([
    [{}],
    [{ url: 'ftp://example.com/a' }],
    [{ filepath: '/bin/linux-amd64' }],
    [{ filepath: '/binaries/a.b_c-d' }],
  ])('accepts %j', (more) => {
    const others = [link({ name: 'Other', url: 'https://example.com/other', filepath: '/bin/other' })];
    expect(linkFailure(link(more), others)).toBeNull();
  });

  it.each<[Partial<LinkSettings>, string, string]>([
    [{ name: ' ' }, 'name', "can't be blank"],
    [{ name: 'x'.repeat(256) }, 'name', 'is too long (maximum is 255 characters)'],
    [{ url: 'javascript:alert(1)' }, 'url', schemes],
    [{ url: 'nowhere' }, 'url', schemes],
    [{ url: `https://example.com/${'x'.repeat(2_048)}` }, 'url', 'is too long (maximum is 2048 characters)'],
    [{ filepath: 'bin/linux' }, 'filepath', 'is in an invalid format'],
    [{ filepath: '/bin//linux' }, 'filepath', 'is in an invalid format'],
    [{ filepath: '/bin/../linux?' }, 'filepath', 'is in an invalid format'],
    [{ filepath: `/${'x'.repeat(128)}` }, 'filepath', 'is too long (maximum is 128 characters)'],
    [{ url: 'https://example.com/taken' }, 'url', taken],
    [{ name: 'Taken' }, 'name', taken],
    [{ filepath: '/bin/taken' }, 'filepath', taken],
  ])('refuses %j', (more, field, reason) => {
    const others = [link({ name: 'Taken', url: 'https://example.com/taken', filepath: '/bin/taken' })];
    expect(linkFailure(link(more), others)).toEqual({ field, reason });
  });
});

describe('linksFailure', () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, n) => link({ name: `${n}`, url: `https://example.com/${n}` }));

  it('accepts as many links as a release may have, and no more', () => {
    expect(linksFailure(numbered(MOST_LINKS))).toBeNull();
    expect(linksFailure(numbered(MOST_LINKS + 1))).toEqual({ field: 'base', reason: 'has 100 links at most' });
  });

  it('compares the links with each other', () => {
    expect(linksFailure([link(), link({ name: 'Another' })])).toEqual({ field: 'url', reason: taken });
  });
});
