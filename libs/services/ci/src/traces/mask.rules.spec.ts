import { masked } from './mask.rules.js';

describe('a secret in a trace', () => {
  it.each<[string, string, string, string]>([
    ['is replaced wherever it stands', 'a secret, secret', 'secret', 'a xxxxxx, xxxxxx'],
    ['is left out of nothing else', 'secre t', 'secret', 'secre t'],
    ['keeps the length of the bytes', 'é geheim é', 'geheim', 'é xxxxxx é'],
    ['may be empty', 'text', '', 'text'],
  ])('%s', (_, text, secret, expected) => {
    expect(masked(Buffer.from(text), secret).toString()).toBe(expected);
  });
});
