import { isStorableJson, storableText } from './storable.js';

describe('what PostgreSQL can hold', () => {
  it.each([
    ['a NUL', '\0', false],
    ['a lone surrogate', { deep: ['x\ud83d'] }, false],
    ['a lone surrogate as a name', { '\ude00': 1 }, false],
    ['a NUL behind a backslash', '\\\0', false],
    ['a pair of surrogates', '😀', true],
    ['a text that looks like an escape', String.raw`\u0000 \ud83d`, true],
    ['another control character', '\u0001', true],
    ['nothing', undefined, true],
  ])('is told of %s', (_what, value, storable) => {
    expect(isStorableJson(value)).toBe(storable);
  });

  it('is what is left of a text', () => {
    expect(storableText('a\0b\ud83dc')).toBe('ab\ufffdc');
    expect(storableText('\0ab😀', 3)).toBe('ab\ufffd');
  });
});
