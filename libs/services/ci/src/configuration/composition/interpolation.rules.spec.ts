import { Patterns } from '../regexp.rules.js';
import { readWithInputs } from './interpolation.rules.js';

const VARIABLES = new Map([['NAME', 'ada']]);
const read = (spec: string, body: string, given = {}) =>
  readWithInputs(`spec:\n  inputs: ${spec}\n---\n${body}`, given, { patterns: new Patterns(), variables: VARIABLES });
const failure = (spec: string, body: string, given = {}) => {
  try {
    return read(spec, body, given);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('inputs of a configuration', () => {
  it('leave the lines of the text their numbers in errors', () => {
    expect(failure('{}', 'a: 1\nb: *x')).toBe('(<unknown>): unidentified alias "x" at line 5 column 5');
  });

  it('are replaced in keys and values, with their types where they stand alone', () => {
    const spec =
      '{a: , n: {type: number, default: 3}, l: {type: array, default: [x, y]}, b: {type: boolean, default: true}}';
    const body = [
      '"job-$[[ inputs.a ]]":',
      '  script: ["echo $[[ inputs.a ]]$[[inputs.n]]"]',
      '  tags: $[[ inputs.l ]]',
      '  retry: $[[ inputs.n ]]',
      '  interruptible: $[[ inputs.b ]]',
    ].join('\n');
    const job = { script: ['echo v3'], tags: ['x', 'y'], retry: 3, interruptible: true };
    expect(read(spec, body, { a: 'v' })).toEqual({ 'job-v': job });
  });

  it('have types, which texts of a request are read as', () => {
    const spec = '{n: {type: number}, l: {type: array}, b: {type: boolean}, s: }';
    const body = 'a: [ "$[[ inputs.n ]]", "$[[ inputs.l ]]", "$[[ inputs.b ]]", "$[[ inputs.s ]]" ]';
    const given = { n: '-1.5', l: '[x, "y"]', b: 'false', s: '1' };
    const context = { patterns: new Patterns(), variables: VARIABLES, readsTexts: true };
    const text = `spec:\n  inputs: ${spec}\n---\n${body}`;
    expect(readWithInputs(text, given, context)).toEqual({ a: [-1.5, ['x', 'y'], false, '1'] });
    expect(() => readWithInputs(text, { ...given, n: '1e9' }, context)).toThrow('provided value is not a number');
    expect(() => readWithInputs(text, { ...given, l: 'x' }, context)).toThrow('provided value is not an array');
    expect(failure(spec, body, given)).toBe('`n` input: provided value is not a number');
  });

  it('go through functions', () => {
    const body = 'a: $[[ inputs.x | expand_vars | truncate(1,4) ]]';
    expect(read('{x: {default: "<$NAME>"}}', body)).toEqual({ a: 'ada>' });
  });

  it('are truncated by characters, not within one', () => {
    const body = 'a: $[[ inputs.x | truncate(1,2) ]]';
    expect(read('{x: {default: "a😀😀b"}}', body)).toEqual({ a: '😀😀' });
  });

  it('are found in a time that grows with the text, however many blocks are not closed', () => {
    const body = `a: "${'$[['.repeat(20_000)}"`;
    const begun = performance.now();
    for (let run = 0; run < 5; run += 1) expect(read('{}', body)).toEqual({ a: '$[['.repeat(20_000) });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('are refused where all values together are too much text, alone or within another', () => {
    const value = 'x'.repeat(60_000);
    for (const block of ['$[[ inputs.x ]]', 'a$[[ inputs.x ]]', '$[[ inputs.l ]]']) {
      const body = `a: [${`'${block}', `.repeat(200)}]`;
      expect(failure('{x: , l: {type: array}}', body, { x: value, l: [value] })).toBe('The parsed YAML is too big');
    }
  });

  it('are not looked for without a header', () => {
    const context = { patterns: new Patterns(), variables: VARIABLES };
    const text = 'a: {script: "$[[ inputs.x ]]"}';
    expect(readWithInputs(text, {}, context)).toEqual({ a: { script: '$[[ inputs.x ]]' } });
    expect(() => readWithInputs(text, { x: 1 }, context)).toThrow('Given inputs not defined in the `spec` section');
  });

  it('stay within the limits of a configuration', () => {
    const body = `a: "${'$[[inputs.x]] '.repeat(1_000)}"`;
    expect(failure('{x: }', body, { x: 'a'.repeat(60_000) })).toBe('The parsed YAML is too big');
  });

  it.each<[string, string, object, string]>([
    ['{x: }', 'a: 1', {}, '`x` input: required value has not been provided'],
    ['{x: }', 'a: 1', { y: 1, z: 1, x: 'a' }, 'unknown input arguments: y, z'],
    ['{x: }', 'a: 1', { x: 1 }, '`x` input: provided value is not a string'],
    ['{x: {type: array, default: a}}', 'a: 1', {}, '`x` input: default value is not an array'],
    ['{x: {type: map}}', 'a: 1', {}, 'header:spec:inputs:x type must be one of string, number, boolean, array'],
    [
      '{x: {options: [a]}}',
      'a: 1',
      { x: 'b' },
      '`x` input: `b` cannot be used because it is not in the list of allowed options',
    ],
    [
      '{x: {regex: "^v[0-9]$"}}',
      'a: 1',
      { x: 'w1' },
      '`x` input: provided value does not match required RegEx pattern',
    ],
    ['{x: {regex: "("}}', 'a: 1', { x: 'w1' }, 'header:spec:inputs:x regex must be a regular expression'],
    ['{x: {y: 1}}', 'a: 1', {}, 'header:spec:inputs:x config contains unknown keys: y'],
    ['{}', 'a: $[[ inputs.x ]]', {}, 'unknown input name provided: `x`'],
    ['{}', 'a: $[[ vars.x ]]', {}, 'unknown interpolation provided: `vars.x`'],
    [
      '{x: {default: a}}',
      'a: $[[ inputs.x | upper ]]',
      {},
      'no function matching `upper`: check that the function name, arguments, and types are correct',
    ],
    [
      '{x: {default: 1, type: number}}',
      'a: $[[ inputs.x | expand_vars ]]',
      {},
      '`expand_vars`: invalid input type: it can only be used with string inputs',
    ],
  ])('%s, %s, %j: %s', (spec, body, given, error) => expect(failure(spec, body, given)).toBe(error));
});
