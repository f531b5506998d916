import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { ConfigurationError } from '@hearth/config';
import { keyringSource } from './keyring-settings.js';
import { DecryptionError, Keyring, NoKeysError } from './keyring.js';
import { KeyListError, parseEncryptionKeys } from './encryption-keys.js';

const key = (fill: string) => Buffer.alloc(32, fill).toString('base64');
const ring = (...ids: string[]) => new Keyring(parseEncryptionKeys(ids.map((id) => `${id}:${key(id)}`).join(',')));
const place = { service: 'ci', table: 'runners', column: 'token', id: 7 };

describe('a keyring', () => {
  it('gives back what it encrypted, under whatever key', () => {
    const old = ring('a').encrypt('glrt-ünïcode', place);
    expect(ring('b', 'a').decrypt(old, place)).toBe('glrt-ünïcode');
    expect(ring('b', 'a').decrypt(ring('b', 'a').encrypt('', place), place)).toBe('');
  });

  it('writes with the first key and says so in the ciphertext', () => {
    expect(ring('b', 'a').encrypt('x', place)).toMatch(/^h1\.b\.[\w-]+$/);
    expect(ring('a', 'b').encrypt('x', place)).toMatch(/^h1\.a\.[\w-]+$/);
  });

  it('never writes the same twice, and never the plaintext', () => {
    const written = Array.from({ length: 50 }, () => ring('a').encrypt('the plaintext', place));
    expect(new Set(written).size).toBe(50);
    for (const each of written) {
      expect(Buffer.from(each.split('.')[2]!, 'base64url').includes('the plaintext')).toBe(false);
    }
  });

  it.each([
    ['service', { ...place, service: 'identity' }],
    ['table', { ...place, table: 'runner' }],
    ['column', { ...place, column: 'registration_token' }],
    ['row', { ...place, id: 8 }],
    ['boundary between parts', { ...place, table: 'runners","token', column: '' }],
  ])('reads a ciphertext in its place only: not in another %s', (_, elsewhere) => {
    const ciphertext = ring('a').encrypt('secret', place);
    expect(() => ring('a').decrypt(ciphertext, elsewhere)).toThrow(/it was changed, or it belongs to another place/);
    expect(ring('a').decrypt(ciphertext, { ...place, id: '7' })).toBe('secret');
  });

  it('refuses a ciphertext of which any character was changed', () => {
    const keys = ring('a');
    const ciphertext = keys.encrypt('secret', place);
    const body = ciphertext.lastIndexOf('.') + 1;
    // The last character of base64 holds two unused bits.
    for (let at = body; at < ciphertext.length - 1; at++) {
      const other = ciphertext[at] === 'A' ? 'B' : 'A';
      const changed = ciphertext.slice(0, at) + other + ciphertext.slice(at + 1);
      expect(() => keys.decrypt(changed, place)).toThrow(DecryptionError);
    }
    expect(() => keys.decrypt(ciphertext.slice(0, body + 20), place)).toThrow(DecryptionError);
    expect(() => keys.decrypt(`${ciphertext}AAAA`, place)).toThrow(DecryptionError);
  });

  it('does not believe a ciphertext that names another key than its own', () => {
    const ciphertext = ring('a').encrypt('secret', place).replace('h1.a.', 'h1.b.');
    expect(() => ring('a', 'b').decrypt(ciphertext, place)).toThrow(/it was changed/);
  });

  it('names the key that is missing, and what to do', () => {
    const ciphertext = ring('old').encrypt('secret', place);
    expect(() => ring('new').decrypt(ciphertext, place)).toThrow(
      'ci.runners.token of row 7 cannot be decrypted: the key "old" that wrote it is not in the ring; ' +
        'add that key again, behind the others, in HEARTH_KEYS_FILE or HEARTH_KEYS',
    );
  });

  it.each(['plaintext', '', 'h1.a.', 'h2.a.AAAA', 'h1.a b.AAAA'])(
    'says that %j is no ciphertext, without quoting it',
    (text) => {
      expect(() => ring('a').decrypt(text, place)).toThrow(/: it is not a ciphertext of Hearth$/);
    },
  );

  it('says what is missing where there is no key at all', () => {
    expect(() => new Keyring().encrypt('x', place)).toThrow(NoKeysError);
    expect(() => new Keyring().lookups('x', place)).toThrow(NoKeysError);
  });

  it('finds a value by its hash whichever key wrote it', () => {
    const stored = ring('a').lookup('glrt-1', place);
    expect(ring('b', 'a').lookups('glrt-1', place)).toContain(stored);
    expect(ring('b', 'a').lookups('glrt-1', place)[0]).toBe(ring('b').lookup('glrt-1', place));
    expect(ring('b', 'a').lookups('glrt-2', place)).not.toContain(stored);
    expect(ring('a').lookup('glrt-1', { ...place, table: 'projects' })).not.toBe(stored);
  });

  it('shows no key when it is printed', () => {
    const keys = new Keyring(parseEncryptionKeys(`a:${key('q')}`));
    const printed = `${inspect(keys, { depth: 9, showHidden: true })}${JSON.stringify(keys)}${inspect(parseEncryptionKeys(`a:${key('q')}`))}`;
    for (const form of [key('q'), 'qqqq', Buffer.from('qqqq').toString('hex'), '71 71 71'])
      expect(printed).not.toContain(form);
  });
});

describe('a list of keys', () => {
  it('may stand in one line or in many', () => {
    const text = `b:${key('b')}\n a:${Buffer.alloc(32, 0xfb).toString('base64url')} , c:${key('c')}\r\n`;
    expect(parseEncryptionKeys(text).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it.each([
    ['nothing', ' \n', 'it holds no key'],
    ['no id', key('a'), 'key 1 of the list is not of the form id:key'],
    ['a strange id', `a:${key('a')},b c:${key('b')}`, 'key 2 of the list is not of the form id:key'],
    ['id and key exchanged', `${key('a')}:a`, 'the id of key 1 of the list is not 1 to 32 letters, digits, - or _'],
    [
      'a short key',
      `a:${key('a')},b:${Buffer.alloc(16, 1).toString('base64')}`,
      'key 2 of the list is not 32 bytes in base64',
    ],
    ['a long key', `a:${Buffer.alloc(33, 1).toString('base64')}`, 'key 1 of the list is not 32 bytes in base64'],
    ['a key that is no base64', `a:${key('a').replace(/^./, '!')}`, 'key 1 of the list is not 32 bytes in base64'],
    ['an id twice', `a:${key('a')},b:${key('b')},a:${key('c')}`, 'the keys 1 and 3 of the list have the same id'],
    ['a key twice', `a:${key('a')},b:${key('a')}`, 'the keys 1 and 2 of the list are the same key'],
  ])('is refused with %s, in words that hold no key', (_, text, sentence) => {
    let message = '';
    try {
      parseEncryptionKeys(text);
    } catch (error) {
      expect(error).toBeInstanceOf(KeyListError);
      ({ message } = error as Error);
    }
    expect(message).toContain(sentence);
    for (const part of text.split(/[\s,:]+/).filter((each) => each.length > 8)) expect(message).not.toContain(part);
  });
});

describe('the settings of the keyring', () => {
  it('name a file or hold the keys', () => {
    expect(keyringSource({ HEARTH_KEYS_FILE: '/run/keys' })).toEqual({ file: '/run/keys' });
    expect(keyringSource({ HEARTH_KEYS: `a:${key('a')}` }).keys?.map(({ id }) => id)).toEqual(['a']);
    expect(keyringSource({})).toEqual({});
  });

  it('are not both given', () => {
    expect(() => keyringSource({ HEARTH_KEYS_FILE: '/run/keys', HEARTH_KEYS: `a:${key('a')}` })).toThrow(
      'HEARTH_KEYS and HEARTH_KEYS_FILE are both set: leave one of them.',
    );
  });

  it('tell of a mistake in one sentence without the key', () => {
    const secret = randomBytes(31).toString('base64');
    let message = '';
    try {
      keyringSource({ HEARTH_KEYS: `a:${secret}` });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      ({ message } = error as Error);
    }
    expect(message).toMatch(
      /^HEARTH_KEYS has an unusable value \(key 1 of the list is not 32 bytes in base64.*\): .*\.$/s,
    );
    expect(message).not.toContain(secret);
  });
});
