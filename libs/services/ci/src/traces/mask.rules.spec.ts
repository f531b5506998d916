import fc from 'fast-check';
import { SecretMask, hiddenSecrets } from './mask.rules.js';

function masked(secrets: readonly string[], pieces: readonly Buffer[]): Buffer {
  const mask = new SecretMask(secrets);
  return Buffer.concat([...pieces.map((piece) => mask.push(piece)), mask.end()]);
}

/** Reference implementation: masks the whole text, at every position independently. */
function expected(secrets: readonly string[], text: Buffer): Buffer {
  const [known, result] = [secrets.map((secret) => Buffer.from(secret)), Buffer.from(text)];
  for (let at = 0; at < text.length; at++) {
    const rest = text.subarray(at);
    for (const secret of known) {
      if (rest.indexOf(secret) === 0) result.fill('x', at, at + secret.length);
      if (rest.length >= 8 && secret.indexOf(rest) === 0) result.fill('x', at);
    }
  }
  return result;
}

/** A small alphabet, so that secrets overlap, and share prefixes and suffixes. */
const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength, maxLength });

describe('secrets in a trace', () => {
  it.each<[string, string[], string, string]>([
    ['are replaced wherever they stand', ['a-secret'], 'is a-secret, a-secret', 'is xxxxxxxx, xxxxxxxx'],
    ['are left out of nothing else', ['a-secret'], 'a-secre t', 'a-secre t'],
    ['keep the length of their bytes', ['gehéimnis'], 'é gehéimnis é', 'é xxxxxxxxxx é'],
    ['may overlap', ['abcdefgh', 'efghijkl'], 'abcdefghijkl.', 'xxxxxxxxxxxx.'],
    ['may be in one another', ['abcdefghijkl', 'cdefghij'], 'cdefghij abcdefghijkl', 'xxxxxxxx xxxxxxxxxxxx'],
    ['may repeat themselves', ['aaaaaaaa'], 'aaaaaaaaaaa b', 'xxxxxxxxxxx b'],
    ['are shown that are short', ['1234567', 'on'], 'on 1234567', 'on 1234567'],
    ['have lines', ['first line\nsecond line\n'], 'first line\r\nsecond line', 'xxxxxxxxxx\r\nxxxxxxxxxxx'],
    ['have short lines', ['1234567\n8\n'], '1234567\n8, 1234567 8', 'xxxxxxxxx, 1234567 8'],
    ['are crossed out that the end cuts', ['0123456789'], 'It is 01234567', 'It is xxxxxxxx'],
    ['are shown at the end where little is left', ['0123456789'], 'It is 0123456', 'It is 0123456'],
    ['may be none', [], 'text', 'text'],
  ])('%s', (_, secrets, text, result) => {
    expect(masked(secrets, [Buffer.from(text)]).toString()).toBe(result);
  });

  it('are crossed out however the text is cut', () => {
    const pieces = fc.array(letters(0, 12), { maxLength: 12 });
    const secrets = fc.array(letters(8, 14), { maxLength: 4 });
    fc.assert(
      fc.property(secrets, pieces, fc.array(fc.nat(100)), (some, texts, cuts) => {
        // Cut between any two bytes, with the secrets themselves in the text.
        const text = Buffer.from(texts.map((each, n) => `${each}${some[n] ?? ''}`).join(''));
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
        const cut = places.slice(1).map((end, n) => text.subarray(places[n], end));
        expect(masked(some, cut).toString()).toBe(expected(some, text).toString());
      }),
      { numRuns: 2_000 },
    );
  });

  it('are given out when it is known that they are none', () => {
    const mask = new SecretMask(['abcdefgh']);
    const shown = ['text', 'abc', 'd', 'efg', 'x', 'abcdefgh', '.'].map((text) =>
      mask.push(Buffer.from(text)).toString(),
    );
    expect(shown).toEqual(['text', '', '', '', 'abcdefgx', '', 'xxxxxxxx.']);
  });

  it('cost the same however they look', () => {
    const [text, secret] = [Buffer.alloc(2_000_000, 'a'), 'a'.repeat(60_000)];
    const begun = performance.now();
    expect(masked([secret, `${secret}b`], [text]).equals(Buffer.alloc(2_000_000, 'x'))).toBe(true);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('are stored once each, without those that are shown, up to a bound', () => {
    expect(hiddenSecrets(['12345678', 'short', '12345678', '', 'another one'])).toEqual(['12345678', 'another one']);
    const large = Array.from({ length: 20 }, (_, n) => `${n} ${'a'.repeat(64 * 1024)}`);
    expect(hiddenSecrets(large)).toEqual(large.slice(0, 15));
  });
});
