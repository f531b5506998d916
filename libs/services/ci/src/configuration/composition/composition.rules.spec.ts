import fc from 'fast-check';
import { readConfiguration } from '../configuration.rules.js';
import type { Fields } from '../checks.rules.js';
import { merged } from './merge.rules.js';

const read = (text: string) => {
  const result = readConfiguration(text);
  if (result.error !== null) throw new Error(result.error);
  return (result as Extract<typeof result, { error: null }>).configuration;
};
const job = (text: string) => read(text).jobs.find(({ name }) => name === 'a')!;
const error = (text: string) => readConfiguration(text).error;

describe('maps that are merged', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()), fc.constant(null));
  const { map } = fc.letrec<{ map: Fields }>((tie) => ({
    map: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.oneof(leaf, tie('map'))),
  }));
  const at = (value: unknown, key: string) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Fields)[key] : undefined;

  it('have the keys of both, and of two values the second one', () => {
    fc.assert(
      fc.property(map, map, (first, second) => {
        const both = merged(first, second);
        expect(new Set(Object.keys(both))).toEqual(new Set([...Object.keys(first), ...Object.keys(second)]));
        for (const key of Object.keys(both)) {
          const [before, after] = [at(first, key), at(second, key)];
          const areMaps = [before, after].every((each) => typeof each === 'object' && each && !Array.isArray(each));
          if (!areMaps) expect(at(both, key)).toEqual(Object.hasOwn(second, key) ? after : before);
        }
      }),
    );
  });

  it('can be merged in any grouping, and with an empty one change nothing', () => {
    fc.assert(
      fc.property(map, map, map, (a, b, c) => {
        // A map that replaces another value is not merged with the maps before it.
        const isPlain = [a, b, c].every((each) => Object.values(each).every((value) => typeof value !== 'object'));
        if (isPlain) expect(merged(merged(a, b), c)).toEqual(merged(a, merged(b, c)));
        expect([merged(a, {}), merged({}, a), merged(a, a)]).toEqual([a, a, a]);
      }),
    );
  });
});

describe('extends', () => {
  it('merges maps, and replaces other values', () => {
    const text = `
.base: {script: [x], tags: [t], variables: {A: base, B: base}, cache: {key: k, paths: [p]}}
.more: {extends: .base, variables: {B: more, C: more}, retry: 1}
.other: {variables: {C: other}, script: [y]}
a: {extends: [.more, .other], variables: {D: own}, cache: {policy: pull}}
`;
    expect(job(text)).toMatchObject({
      ...{ tags: ['t'], retries: 1, variables: { A: 'base', B: 'more', C: 'other', D: 'own' } },
      options: { script: ['y'], caches: [{ key: 'k', paths: ['p'], policy: 'pull' }] },
    });
  });

  it.each([
    ['a: {extends: .b}', 'a: unknown keys in `extends` (.b)'],
    ['a: {extends: [b], script: x}\nb: {extends: a}', 'a: circular dependency detected in `extends`'],
    ['a: {extends: a}', 'a: circular dependency detected in `extends`'],
    ['.b: text\na: {extends: .b}', 'a: invalid base hashes in `extends` (.b)'],
    ['a: {extends: {x: 1}}', 'jobs:a:extends config should be an array of strings or a string'],
    [
      `.j0: {script: x}\n${Array.from({ length: 12 }, (_, n) => `.j${n + 1}: {extends: .j${n}}`).join('\n')}\na: {extends: .j12}`,
      '.j12: nesting too deep in `extends`',
    ],
  ])('is refused: %s', (text, message) => expect(error(text)).toBe(message));
});

describe('!reference', () => {
  it('names any value, and values with references', () => {
    const text = `
.setup: {script: [one, two], variables: {A: '1', B: '2'}, rules: [{if: $CI_COMMIT_TAG}]}
.more: {script: [!reference [.setup, script], three]}
a:
  variables: {A: !reference [.setup, variables, B]}
  script: [zero, !reference [.more, script]]
  rules: [!reference [.setup, rules], {when: manual}]
`;
    expect(job(text)).toMatchObject({
      variables: { A: '2' },
      options: { script: ['zero', 'one', 'two', 'three'] },
      rules: [{ condition: { variable: 'CI_COMMIT_TAG' } }, { result: { when: 'manual' } }],
    });
  });

  it('works in jobs that are extended, and in anchors', () => {
    const text = '.s: {script: [x]}\n.b: &b {script: [!reference [.s, script]]}\n.c: {<<: *b}\na: {extends: .c}';
    expect(job(text).options.script).toEqual(['x']);
  });

  it.each([
    ['a: {script: !reference [.b, script]}', '!reference [".b","script"] could not be found'],
    ['.b: {script: [x]}\na: {script: !reference [.b, script, x]}', '!reference [".b","script","x"] could not be found'],
    [
      '.b: {x: !reference [.c, y]}\n.c: {y: !reference [.b, x]}\na: {script: x}',
      '!reference [".b","x"] is part of a circular chain',
    ],
    ['a: {script: [x, !reference [a, script]]}', '!reference ["a","script"] is part of a circular chain'],
    [
      `.r0: {s: [x]}\n${Array.from({ length: 12 }, (_, n) => `.r${n + 1}: {s: [!reference [.r${n}, s]]}`)
        .reverse()
        .join('\n')}\na: {script: x}`,
      '!reference [".r1","s"] is nested too deep',
    ],
  ])('is refused: %s', (text, message) => expect(error(text)).toBe(message));

  it('cannot enlarge a configuration without bounds', () => {
    const lines = Array.from({ length: 9 }, (_, n) => {
      const references = Array.from({ length: 9 }, () => `!reference [.r${n}, s]`).join(', ');
      return `.r${n + 1}: {s: [${references}]}`;
    });
    expect(error(`.r0: {s: [x]}\n${lines.reverse().join('\n')}\na: {script: x}`)).toBe('The parsed YAML is too big');
    const extended = Array.from({ length: 900 }, (_, n) => `j${n}: {extends: .b}`).join('\n');
    expect(error(`.b: {script: [${'x'.repeat(20_000)}]}\n${extended}`)).toBe('The parsed YAML is too big');
  });
});

describe('default', () => {
  const DEFAULT = `
default: {image: x, tags: [t], retry: 1, before_script: [b], artifacts: {paths: [p]}}
after_script: [z]
variables: {A: '1', B: '2'}
`;

  it('is for jobs without such settings', () => {
    expect(job(`${DEFAULT}a: {script: s}`)).toMatchObject({
      ...{ tags: ['t'], retries: 1 },
      options: { image: { name: 'x' }, script: ['b', 's'], afterScript: ['z'], artifacts: { paths: ['p'] } },
    });
    const own = 'a: {script: s, image: y, tags: [], retry: 0, before_script: [], artifacts: {paths: [q]}}';
    expect(job(`${DEFAULT}${own}`)).toMatchObject({
      ...{ tags: [], retries: 0 },
      options: { image: { name: 'y' }, script: ['s'], artifacts: { paths: ['q'] } },
    });
  });

  it('is inherited as the job says', () => {
    const none = job(`${DEFAULT}a: {script: s, inherit: {default: false, variables: false}}`);
    expect([none.tags, none.options]).toEqual([[], { script: ['s'], inheritVariables: false }]);
    const some = job(`${DEFAULT}a: {script: s, inherit: {default: [image, tags], variables: [A]}}`);
    expect(some.options).toEqual({ script: ['s'], image: { name: 'x' }, inheritVariables: ['A'] });
  });

  it.each([
    ['default: a', 'default config should be a hash'],
    ['default: {script: a}', 'default config contains unknown keys: script'],
    ['default: {image: [a]}', 'default:image config should be a hash or a string'],
    ['default: {retry: 3}', 'default retry must be less than or equal to 2'],
    ['default: {tags: a}', 'default tags should be an array of strings'],
    ['default: {image: a}\nimage: b', 'default config and the top-level both define: image'],
  ])('is refused: %s', (text, message) => expect(error(`${text}\na: {script: s}`)).toBe(message));

  it.each([
    ['true', 'jobs:a:inherit config should be a hash'],
    ['{x: 1}', 'jobs:a:inherit config contains unknown keys: x'],
    ['{default: 1}', 'jobs:a:inherit:default config should be a boolean or an array of strings'],
    ['{default: [script]}', 'jobs:a:inherit:default config contains unknown values: script'],
  ])('refuses inherit: %s', (text, message) => expect(error(`a: {script: s, inherit: ${text}}`)).toBe(message));
});

describe('variables', () => {
  it('may have a description, options and no expansion', () => {
    const text =
      'variables: {A: {value: x, description: d, options: [x, y]}, B: {description: d}, C: {value: $A, expand: false}}';
    const { variables } = read(`${text}\na: {script: s}`);
    expect(variables).toEqual({ A: 'x', B: '', C: { value: '$A', raw: true } });
  });

  it.each([
    ['{A: {}}', 'variables config should be a hash of key value pairs'],
    ['{A: {value: [x]}}', 'variables config should be a hash of key value pairs'],
    ['{A: {value: x, x: 1}}', 'variables:a config contains unknown keys: x'],
    ['{A: {value: x, options: [y]}}', 'variables:a config options must contain the value'],
    ['{A: {value: x, expand: 1}}', 'variables:a expand should be a boolean value'],
  ])('are refused: %s', (text, message) => expect(error(`variables: ${text}\na: {script: s}`)).toBe(message));
});

it('has the stages .pre and .post', () => {
  const { jobs } = read('a: {stage: .pre, script: s}\nb: {stage: .post, script: s}\nc: {script: s}');
  expect(jobs.map(({ stage }) => stage)).toEqual(['.pre', '.post', 'test']);
});
