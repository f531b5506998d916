import { returnPath } from './return-path.rules.js';

describe('returnPath', () => {
  it.each([
    ['/', '/'],
    ['/-/profile/applications?page=2', '/-/profile/applications?page=2'],
    [
      '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb',
      '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb',
    ],
    [undefined, '/'],
    ['', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['/..//evil.example', '/'],
    ['/.//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/a\r\nset-cookie: x', '/'],
  ])('%j leads to %j', (wanted, path) => {
    expect(returnPath(wanted)).toBe(path);
  });
});
