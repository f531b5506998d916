import { importUrlFailure, isPublicAddress } from './import-url.js';

describe('importUrlFailure', () => {
  it.each([
    'https://git.example.com/a/b.git',
    'http://user:secret@git.example.com/a/b',
    'git://git.example.com:9418/a.git',
    'https://git.example.com:8443/a.git',
    'http://8.8.8.8/a.git',
    'http://[2001:4860:4860::8888]/a.git',
  ])('takes %s', (url) => {
    expect(importUrlFailure(url, false)).toBeUndefined();
  });

  it.each([
    ['no url', 'not a URL'],
    ['https://', 'not a URL'],
    ['https://git.example.com', 'not a URL'],
    ['file:///etc/passwd', 'forbidden'],
    ['ssh://git@git.example.com/a.git', 'forbidden'],
    ['ext::sh -c touch% /tmp/x', 'forbidden'],
    ['http://127.0.0.1/a.git', 'forbidden'],
    ['http://localhost/a.git', 'forbidden'],
    ['http://x.localhost/a.git', 'forbidden'],
    ['http://10.0.0.1/a.git', 'forbidden'],
    ['http://192.168.1.1/a.git', 'forbidden'],
    ['http://169.254.169.254/latest/meta-data', 'forbidden'],
    ['http://0x7f000001/a.git', 'forbidden'],
    ['http://2130706433/a.git', 'forbidden'],
    ['http://[::1]/a.git', 'forbidden'],
    ['http://[::ffff:127.0.0.1]/a.git', 'forbidden'],
    ['http://[fd00::1]/a.git', 'forbidden'],
    ['http://git.example.com:22/a.git', 'forbidden'],
  ])('refuses %s: %s', (url, failure) => {
    expect(importUrlFailure(url, false)).toBe(failure);
  });

  it('lets private networks be read where that is allowed, by the same schemes', () => {
    expect(importUrlFailure('http://127.0.0.1:81/a.git', true)).toBeUndefined();
    expect(importUrlFailure('file:///etc/passwd', true)).toBe('forbidden');
  });
});

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '100.64.0.1',
    '224.0.0.1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '::10.0.0.1',
    '::a00:1',
  ])('is false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is true for addresses of the Internet', () => {
    expect(isPublicAddress('93.184.216.34')).toBe(true);
    expect(isPublicAddress('2606:2800:220:1::')).toBe(true);
  });
});
