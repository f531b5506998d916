import { ConfigurationError } from '@hearth/config';
import { readConfig } from './config.js';

const complete = {
  HEARTH_ROUTED: '127.0.0.1:8080',
  HEARTH_INTERNAL: '127.0.0.1:20001',
  HEARTH_SIGNING_KEY: '/keys/signing.json',
  HEARTH_VERIFY_KEYS: '/keys/verify.json',
};

describe('readConfig', () => {
  it('reads listeners and lists', () => {
    const config = readConfig({ ...complete, HEARTH_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' });
    expect(config.HEARTH_ROUTED).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(config.HEARTH_TRUSTED_PROXIES).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(config.HEARTH_LOG_LEVEL).toBe('info');
  });

  it.each([
    ['missing', { ...complete, HEARTH_INTERNAL: undefined }, /^HEARTH_INTERNAL is not set: Listener for calls/],
    [
      'malformed',
      { ...complete, HEARTH_ROUTED: 'nowhere' },
      /^HEARTH_ROUTED has an unusable value \(must be host:port\)/,
    ],
  ])('tells of a %s variable in one sentence', (_, environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigurationError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});
