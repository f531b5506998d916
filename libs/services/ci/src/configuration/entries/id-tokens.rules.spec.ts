import { readConfiguration } from '../configuration.rules.js';

const tokens = (configuration: string) => {
  const read = readConfiguration(configuration);
  return read.error ?? (read as Extract<typeof read, { error: null }>).configuration.jobs[0]!.options.idTokens;
};

describe('id_tokens', () => {
  it.each<[string, object]>([
    ['a: {script: a, id_tokens: {A: {aud: x}, B: {aud: [x, y]}}}', { A: 'x', B: ['x', 'y'] }],
    ['default: {id_tokens: {A: {aud: x}}}\na: {script: a}', { A: 'x' }],
    ['default: {id_tokens: {A: {aud: x}}}\na: {script: a, id_tokens: {B: {aud: y}}}', { B: 'y' }],
  ])('%s', (configuration, expected) => expect(tokens(configuration)).toEqual(expected));

  const many = Array.from({ length: 21 }, (_, index) => `A${index}: {aud: x}`).join(', ');
  it.each([
    ['[a]', 'jobs:a:id_tokens config should be a hash'],
    [`{${many}}`, 'jobs:a:id_tokens config has too many entries (maximum is 20)'],
    ['{A: x}', 'jobs:a:id_tokens:a config should be a hash'],
    ['{A: {}}', 'jobs:a:id_tokens:a config missing required keys: aud'],
    ['{A: {aud: x, sub: y}}', 'jobs:a:id_tokens:a config contains unknown keys: sub'],
    ['{A: {aud: 1}}', 'jobs:a:id_tokens:a aud should be an array of strings or a string'],
    ['{A: {aud: []}}', "jobs:a:id_tokens:a aud can't be blank"],
    [`{A: {aud: [${'x, '.repeat(21)}]}}`, 'jobs:a:id_tokens:a aud has too many entries (maximum is 20)'],
  ])('%s: %s', (given, error) => expect(tokens(`a: {script: a, id_tokens: ${given}}`)).toBe(error));
});
