import { browserName } from './browser-name.rules.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('browserName', () => {
  it.each<[string | null, string | null]>([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Firefox/133.0', 'Firefox'],
    ['curl/8.5.0', 'curl/8.5.0'],
    [null, null],
  ])('%s: %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
