import { tierOf, environmentErrors, environmentSlug } from './environment.rules.js';

const FORMAT =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'";
const TOO_LONG = 'is too long (maximum is 255 characters)';

describe('the slug of an environment', () => {
  it.each([
    ['production', 'production'],
    ['staging-1', 'staging-1'],
    ['Production', 'production-abc123'],
    ['review/fix-foo', 'review-fix-foo-abc123'],
    ['review/a..b', 'review-a-b-abc123'],
    ['1-foo', 'env-1-foo-abc123'],
    ['-foo', 'env-foo-abc123'],
    ['trailing/', 'trailing-abc123'],
    ['a'.repeat(24), 'a'.repeat(24)],
    ['a'.repeat(25), `${'a'.repeat(17)}-abc123`],
    [`${'a'.repeat(16)}-bcdefgh`, `${'a'.repeat(16)}-bcdefgh`],
    [`${'a'.repeat(16)}/bcdefgh`, `${'a'.repeat(16)}-abc123`],
    ['äö', 'env-abc123'],
  ])('of %j is %j', (name, slug) => {
    expect(environmentSlug(name, () => 'abc123')).toBe(slug);
    expect(slug.length).toBeLessThanOrEqual(24);
  });

  it('differs between similar names', () => {
    const slugs = Array.from({ length: 50 }, () => environmentSlug('review/x'));
    for (const slug of slugs) expect(slug).toMatch(/^review-x-[a-z0-9]{6}$/);
    expect(new Set(slugs).size).toBeGreaterThan(1);
  });
});

describe('an environment', () => {
  it.each<[string, string | null, object]>([
    ['review/$CI_COMMIT_REF_NAME', null, {}],
    ['${A}_b.c d-e', 'https://example.com/a?b=c', {}],
    ['a'.repeat(255), `http://example.com/${'a'.repeat(236)}`, {}],
    ['', null, { name: ["can't be blank", FORMAT] }],
    [' ', null, { name: ["can't be blank"] }],
    ['a\nb', null, { name: [FORMAT] }],
    ['/a', null, { name: [FORMAT] }],
    ['review/', null, { name: [FORMAT] }],
    ['a'.repeat(256), null, { name: [TOO_LONG] }],
    ['ä', 'javascript:alert(1)', { name: [FORMAT], external_url: ['must be a valid URL'] }],
    ['a', 'http://', { external_url: ['must be a valid URL'] }],
    ['a', 'https://example.com:x', { external_url: ['must be a valid URL'] }],
    ['a', `http://example.com/${'a'.repeat(237)}`, { external_url: [TOO_LONG] }],
  ])('%j at %j: %j', (name, externalUrl, errors) => {
    expect(environmentErrors({ name, externalUrl })).toEqual(errors);
  });
});

describe('the tier of an environment', () => {
  it.each([
    ['Production', 'production'],
    ['prd-eu', 'production'],
    ['live', 'production'],
    ['staging', 'staging'],
    ['pre-production', 'staging'],
    ['demo', 'staging'],
    ['QA', 'testing'],
    ['accept-1', 'testing'],
    ['review/a', 'development'],
    ['eu', 'other'],
  ])('%s: %s', (name, tier) => expect(tierOf({ name, tier: null })).toBe(tier));

  it('is the given one', () => expect(tierOf({ name: 'production', tier: 'other' })).toBe('other'));
});
