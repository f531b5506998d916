import { Globs } from '../conditions/glob.rules.js';
import { PlanFacts, type KnownFacts } from '../conditions/known-facts.js';
import { readConfiguration, readIn } from '../configuration.rules.js';
import { Patterns } from '../regexp.rules.js';
import { fileKey, type FileRequest, type IncludedFile } from './file-request.js';

const local = (path: string): FileRequest => ({ kind: 'local', path });
const foreign = (path: string, ref: string | null = null): FileRequest => ({
  kind: 'project',
  project: 'g/p',
  ref,
  path,
});
const remote = (url: string): FileRequest => ({ kind: 'remote', url });
const known = (files: readonly (readonly [FileRequest, string | IncludedFile])[]): KnownFacts['files'] =>
  Object.fromEntries(files.map(([file, text]) => [fileKey(file), typeof text === 'string' ? { text } : text]));

const read = (text: string, facts: Partial<KnownFacts> = {}) => {
  const patterns = new Patterns();
  const planFacts = new PlanFacts({ changes: {}, ...facts });
  const variables = new Map([['ENV', 'prod']]);
  const source = { name: '.gitlab-ci.yml', text };
  return readIn({ hasProject: true, variables, patterns, globs: new Globs(patterns), facts: planFacts }, source);
};
const jobs = (...given: Parameters<typeof read>) => {
  const result = read(...given);
  return 'configuration' in result
    ? result.configuration.jobs.map(({ name, options }) => [name, options.script])
    : result;
};

describe('include', () => {
  it('gives inputs to a file, each time others', () => {
    const file =
      'spec: {inputs: {name: , line: {default: x}}}\n---\n"$[[ inputs.name ]]": {script: "$[[ inputs.line ]]"}';
    const files = known([[local('a.yml'), file]]);
    const include = '[{local: a.yml, inputs: {name: one}}, {local: a.yml, inputs: {name: two, line: y}}]';
    expect(jobs(`include: ${include}`, { files })).toEqual([
      ['one', ['x']],
      ['two', ['y']],
    ]);
    expect(jobs('include: a.yml', { files })).toMatchObject({
      error: '`a.yml`: `name` input: required value has not been provided',
    });
  });

  it('gives the own inputs of a configuration their defaults', () => {
    expect(jobs('spec: {inputs: {line: {default: x}}}\n---\na: {script: "$[[ inputs.line ]]"}')).toEqual([
      ['a', ['x']],
    ]);
  });

  it('asks for files in rounds: those of a file after the file', () => {
    const text = 'include: [a.yml, {local: /b.yml}, {project: g/p, ref: v1, file: [x.yml, /y.yml]}]\nc: {script: c}';
    const files = [local('a.yml'), local('b.yml'), foreign('x.yml', 'v1'), foreign('y.yml', 'v1')];
    expect(read(text)).toEqual({ missing: { changes: [], paths: false, files, blobs: [] }, error: null });
    const more = known([
      [files[0]!, 'a: {script: a}'],
      [files[1]!, 'include: nested.yml'],
      [files[2]!, 'x: {script: x}'],
      [files[3]!, 'include: {local: /deep.yml}'],
    ]);
    // A local file of a file of another project is one of that project.
    const nested = [local('nested.yml'), foreign('deep.yml', 'v1')];
    expect(read(text, { files: more })).toMatchObject({ missing: { files: nested } });
    const all = { ...more, ...known(nested.map((file) => [file, `${file.kind}: {script: n}`])) };
    expect(jobs(text, { files: all })).toEqual([
      ['a', ['a']],
      ['local', ['n']],
      ['x', ['x']],
      ['project', ['n']],
      ['c', ['c']],
    ]);
  });

  it('merges later files over earlier ones, and the configuration over all', () => {
    const files = known([
      [local('1.yml'), '.base: {image: one, variables: {A: "1", B: "1"}}\na: {extends: .base, script: [one]}'],
      [local('2.yml'), '.base: {image: two, variables: {B: "2"}}\nstages: [x]'],
    ]);
    const result = read('include: [1.yml, 2.yml]\na: {stage: x, script: [own]}', { files });
    expect(result).toMatchObject({
      configuration: {
        stages: ['x'],
        jobs: [{ stage: 'x', variables: { A: '1', B: '2' }, options: { script: ['own'], image: { name: 'two' } } }],
      },
    });
  });

  it('takes variables, rules, globs and templates', () => {
    const files = known([
      [local('prod.yml'), 'prod: {script: p}'],
      [local('ci/b.yml'), 'b: {script: b}'],
      [local('ci/a.yaml'), 'a: {script: a}'],
    ]);
    const paths = ['ci/b.yml', 'ci/a.yaml', 'ci/readme.md', 'ci/sub/c.yml'];
    const text = `
include:
  - {local: $ENV.yml, rules: [{if: '$ENV == "prod"'}]}
  - {local: never.yml, rules: [{if: '$ENV == "test"'}]}
  - {local: not.yml, rules: [{exists: [ci/b.yml], when: never}]}
  - local: ci/*
  - template: Workflows/Branch-Pipelines.gitlab-ci.yml
`;
    expect(read(text)).toMatchObject({ missing: { paths: true, files: [local('prod.yml')] } });
    expect(jobs(text, { files, paths })).toEqual([
      ['prod', ['p']],
      ['a', ['a']],
      ['b', ['b']],
    ]);
    expect(read(text, { files, paths })).toMatchObject({ configuration: { workflow: { rules: [{}, {}] } } });
  });

  it('gives files of web servers neither variables nor the rights of the user', () => {
    const url = 'https://example.com/prod.yml';
    const text = `
spec: {inputs: {name: {default: "$ENV"}}}
---
include:
  - {remote: "https://example.com/$ENV.yml?$[[ inputs.name | expand_vars ]]=.yml"}
  - {project: g/p, file: a.yml}
  - {local: x.yml, rules: [{if: '$ENV == "prod"'}]}
`;
    expect(
      read('include: {remote: "https://example.com/$ENV.yml"}', { files: known([[remote(url), text]]) }),
    ).toMatchObject({
      missing: {
        files: [remote('https://example.com/.yml?=.yml'), { ...foreign('a.yml'), anonymous: true }],
      },
    });
  });

  const ACCESSOR = 'include config needs to match exactly one accessor: local, project, remote or template';
  it.each<[string, string]>([
    ['include: 1', 'include config should be an array of hashes or strings'],
    ['include: {}', ACCESSOR],
    ['include: {local: a.yml, template: b}', ACCESSOR],
    ['include: {x: 1}', 'include config contains unknown keys: x'],
    ['include: https://example.com/a.txt', 'Included file `https://example.com/a.txt` does not have YAML extension!'],
    ['include: https://me:secret@example.com/gone.yml', 'Remote file `https://example.com/gone.yml` is gone'],
    ['include: https://example.com/local.yml', 'Local file `x.yml` does not have project!'],
    [
      'include: https://example.com/self.yml',
      'Included files are circular: remote https://example.com/self.yml, remote https://example.com/self.yml',
    ],
    ['include: {component: a/b@1}', 'include component is not supported'],
    ['include: {local: a.yml, inputs: a}', 'include inputs should be a hash'],
    ['include: {project: g/p}', 'include file should be a string or an array of strings'],
    [
      'include: {template: Auto-DevOps.gitlab-ci.yml}',
      'Included file `Auto-DevOps.gitlab-ci.yml` is empty or does not exist!',
    ],
    ['include: a.txt', 'Included file `a.txt` does not have YAML extension!'],
    ['include: missing.yml', 'Local file `missing.yml` does not exist!'],
    ['include: broken.yml', '`broken.yml`: (<unknown>): unidentified alias "x" at line 1 column 5'],
    ['include: list.yml', '`list.yml`: Invalid configuration format'],
    ['include: self.yml', 'Included files are circular: local self.yml, local self.yml'],
    [`include: [${'ok.yml, '.repeat(101)}]`, 'Maximum of 100 nested includes are allowed!'],
    [`include: [${'large.yml, '.repeat(18)}]`, 'The parsed YAML is too big'],
    ['include: {local: a.yml, rules: [{when: manual}]}', 'include:rules:rule when unknown value: manual'],
  ])('is refused: %s', (text, error) => {
    const files = known([
      [local('missing.yml'), { error: 'Local file `missing.yml` does not exist!' }],
      [local('broken.yml'), 'a: *x'],
      [local('list.yml'), '- a'],
      [local('self.yml'), 'include: self.yml'],
      [local('ok.yml'), 'a: {script: a}'],
      [local('large.yml'), `.x: ${'x'.repeat(60_000)}`],
      [
        remote('https://me:secret@example.com/gone.yml'),
        { error: 'Remote file `https://example.com/gone.yml` is gone' },
      ],
      [remote('https://example.com/local.yml'), 'include: x.yml'],
      [remote('https://example.com/self.yml'), 'include: {remote: https://example.com/self.yml}'],
    ]);
    expect(read(`${text}\nb: {script: b}`, { files })).toMatchObject({ error });
  });

  it.each([
    ['include: a.yml', 'Local file `a.yml` does not have project!'],
    ['include: {project: g/p, file: a.yml}', 'Project `g/p` not found or access denied!'],
    ['include: {local: a.yml, rules: [{changes: [a]}]}', 'Local file `a.yml` does not have project!'],
    ['include: https://example.com/a.yml', 'Remote file `https://example.com/a.yml` does not have project!'],
  ])('needs a project: %s', (text, error) => {
    expect(readConfiguration(`${text}\nb: {script: b}`)).toMatchObject({ error });
  });
});
