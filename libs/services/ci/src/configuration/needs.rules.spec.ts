import { readConfiguration } from './configuration.rules.js';

const error = (text: string) => readConfiguration(text).error;
const names = (text: string) => {
  const read = readConfiguration(text);
  if (read.error !== null) return read.error;
  return (read as Extract<typeof read, { error: null }>).configuration.jobs.map(({ name, variables }) => [
    name,
    variables,
  ]);
};

describe('needs', () => {
  it.each([
    ['needs: a', 'jobs:c:needs config can only be a hash or an array'],
    ['needs: [1]', 'jobs:c:needs:need config has an unsupported type'],
    ['needs: [{artifacts: true}]', "jobs:c:needs:need job can't be blank"],
    ['needs: [{job: a, project: x}]', "jobs:c:needs:need ref can't be blank"],
    ['needs: [{job: 1, project: x, ref: y}]', 'jobs:c:needs:need job should be a string'],
    [
      'needs: [{project: x, ref: y, job: a, optional: true}]',
      'jobs:c:needs:need config contains unknown keys: optional',
    ],
    ['needs: [{pipeline: x}]', 'jobs:c:needs:need config contains unknown keys: pipeline'],
    [`needs: [${'{pipeline: x, job: a}, '.repeat(6)}]`, 'jobs:c:needs config must be less than or equal to 5'],
    [`needs: [${'{pipeline: x, job: a}, {project: x, ref: y, job: a}, '.repeat(5)}]`, null],
    [
      'rules: [{needs: [{pipeline: x, job: a}]}]',
      'jobs:c:rules:rule:needs config uses invalid types: cross_dependency',
    ],
    ['needs: [x]', 'c job: undefined need: x'],
    ['needs: [{job: x, optional: true}, a]', null],
    ['needs: [{job: a, parallel: 2}]', 'jobs:c:needs:need:parallel cannot use "parallel: <number>"'],
    ['needs: [{job: m, parallel: {matrix: [{OS: [x, y], CPU: [z]}]}}]', null],
    ['needs: [{job: m, parallel: {matrix: [{OS: [x, v], CPU: z}]}}]', 'c job: undefined need: m: [v, z]'],
    ['needs: [z]', 'c job: need z is not defined in current or prior stages'],
    ['needs: [c]', 'The pipeline has circular dependencies: c, c'],
    ['needs: [a, d]', 'The pipeline has circular dependencies: c, d, c'],
    ['needs: [a], dependencies: [b]', 'c job: dependency b should be part of needs'],
    [`needs: [${'a, '.repeat(51)}]`, 'jobs:c:needs config has too many entries (maximum is 50)'],
  ])('%s: %s', (needs, message) => {
    const matrix = 'm: {script: m, parallel: {matrix: [{OS: [x, y], CPU: z}]}}';
    const others = `a: {script: a, stage: build}\nb: {script: b, stage: build}\nz: {script: z, stage: deploy}\n${matrix}`;
    expect(error(`c: {script: c, ${needs}}\nd: {script: d, needs: [c]}\n${others}`)).toBe(message);
  });
});

describe('parallel', () => {
  it('makes numbered jobs', () => {
    expect(names('a: {script: a, parallel: 2, variables: {A: x}}')).toEqual([
      ['a 1/2', { A: 'x', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' }],
      ['a 2/2', { A: 'x', CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' }],
    ]);
  });

  it('makes a job of every combination of a matrix', () => {
    const text = 'a: {script: a, parallel: {matrix: [{OS: [linux, macos], NODE: [20, "22"]}, {OS: windows}]}}';
    expect((names(text) as [string, object][]).map(([name]) => name)).toEqual([
      ...['a: [linux, 20]', 'a: [linux, 22]', 'a: [macos, 20]', 'a: [macos, 22]', 'a: [windows]'],
    ]);
    expect((names(text) as [string, object][])[3]![1]).toEqual({
      ...{ OS: 'macos', NODE: '22', CI_NODE_INDEX: '4', CI_NODE_TOTAL: '5' },
    });
  });

  it.each([
    ['0', 'jobs:a:parallel config must be an integer from 1 to 200, or a matrix'],
    ['201', 'jobs:a:parallel config must be an integer from 1 to 200, or a matrix'],
    ['{matrix: a}', 'jobs:a:parallel:matrix config should be an array of hashes'],
    ['{matrix: [{}]}', 'jobs:a:parallel:matrix config should be an array of hashes'],
    ['{matrix: [{A: [[x]]}]}', 'jobs:a:parallel:matrix:a config should be a string or an array of strings'],
    ['{x: 1}', 'jobs:a:parallel config contains unknown keys: x'],
    [
      `{matrix: [{A: [${'1, '.repeat(20)}], B: [${'1, '.repeat(11)}]}]}`,
      'jobs:a:parallel:matrix generates too many jobs (maximum is 200)',
    ],
  ])('%s: %s', (parallel, message) => expect(error(`a: {script: a, parallel: ${parallel}}`)).toBe(message));

  it('is bounded in all', () => {
    const text = Array.from({ length: 6 }, (_, n) => `j${n}: {script: a, parallel: 200}`).join('\n');
    expect(error(text)).toBe('jobs config should contain at most 1000 jobs');
  });
});
