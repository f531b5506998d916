import { isHookUrl, signingKeyOf, tokenAfter } from './hook.rules.js';

describe('isHookUrl', () => {
  it.each([
    ['https://ci.example.com/hook?a=1', true, true],
    ['http://user:pass@example.com:8080', true, true],
    ['https://8.8.8.8/', true, true],
    ['https://localhost/', false, true],
    ['https://x.localhost/', false, true],
    ['http://10.0.0.1/', false, true],
    ['http://0x7f000001/', false, true],
    ['http://[::ffff:127.0.0.1]/', false, true],
    ['http://169.254.169.254/latest', false, true],
    ['http://mail.example.com:25/', false, true],
    ['ftp://example.com/', false, false],
    ['example.com', false, false],
    ['http://', false, false],
    ['', false, false],
  ])('of %s: %s, and %s where private networks are allowed', (url, isPublic, isAny) => {
    expect([isHookUrl(url, false), isHookUrl(url, true)]).toEqual([isPublic, isAny]);
  });
});

describe('tokenAfter', () => {
  const before = { url: 'https://a.example/', token: 'secret' };
  it.each([
    [{}, 'secret'],
    [{ url: before.url }, 'secret'],
    [{ url: 'https://b.example/' }, null],
    [{ url: 'https://b.example/', token: 'new' }, 'new'],
    [{ token: null }, null],
  ])('of %j is %s', (changes, token) => {
    expect(tokenAfter(before, changes)).toBe(token);
  });
});

describe('signingKeyOf', () => {
  const key = Buffer.from('0123456789abcdef'.repeat(2));

  it('is the key after the prefix', () => {
    expect(signingKeyOf(`whsec_${key.toString('base64')}`)).toEqual(key);
  });

  it.each([
    ['without the prefix', key.toString('base64')],
    ['of another length', `whsec_${key.subarray(1).toString('base64')}`],
    ['in the alphabet of URLs', `whsec_${Buffer.alloc(32, 0xff).toString('base64url')}`],
    ['without padding', `whsec_${key.toString('base64').replace('=', '')}`],
    ['nothing', ''],
  ])('is undefined for a text %s', (_, text) => {
    expect(signingKeyOf(text)).toBe(undefined);
  });
});
