import { Globs } from '../conditions/glob.rules.js';
import { PlanFacts } from '../conditions/known-facts.js';
import { readIn } from '../configuration.rules.js';
import { Patterns } from '../regexp.rules.js';
import { fileKey } from './file-request.js';
import { located, type Source } from './sources.js';

const FILES = {
  [fileKey({ kind: 'local', path: 'a.yml' })]: { text: 'spec: {inputs: {}}\n---\n\na:\n  script: [1]\nb: {script: b}' },
  [fileKey({ kind: 'local', path: 'b.yml' })]: { text: 'include: a.yml\na: {tags: [x]}' },
  [fileKey({ kind: 'local', path: 'gone.yml' })]: { error: 'Local file `gone.yml` does not exist!' },
  [fileKey({ kind: 'local', path: 'broken.yml' })]: { text: 'spec: {inputs: {}}\n---\na: *x' },
  [fileKey({ kind: 'local', path: 'nested.yml' })]: { text: 'x: {script: x}\ninclude:\n  - a.txt\n  - gone.yml' },
};

function refusal(text: string): string {
  const sources: Source[] = [];
  const patterns = new Patterns();
  const facts = new PlanFacts({ changes: {}, files: FILES });
  const context = { hasProject: true, variables: new Map(), patterns, globs: new Globs(patterns), facts, sources };
  const source = { name: '.gitlab-ci.yml', text };
  const read = readIn(context, source);
  sources.push(source);
  return 'errors' in read ? located(read.errors, sources).join('\n') : '';
}

describe('errors of jobs', () => {
  const script = 'jobs:a:script config should be a string or an array of strings';

  it.each([
    ['in an included file', 'include: a.yml', `${script} (a.yml:4)`],
    ['in the file that overrides it', 'include: [b.yml]', `${script} (b.yml:2)`],
    ['in the configuration itself', 'include: b.yml\n\n"a": {stage: test}', `${script} (.gitlab-ci.yml:3)`],
    ['where the name comes by a merge', '.x: &x\n  a: {script: [1]}\n<<: *x', script],
    ['of a parallel job', 'c:\n  script: c\nd: {script: d, stage: x, parallel: 2}', '(.gitlab-ci.yml:3)'],
    ['of one that needs another', 'c: {script: c}\nd: {script: d, needs: [x]}', 'undefined need: x (.gitlab-ci.yml:2)'],
  ])('name file and line: %s', (_, text, error) => {
    expect(refusal(text).slice(-error.length)).toBe(error);
  });
});

describe('errors that do not follow from each other', () => {
  it.each([
    [
      'of includes, each with file and line of its entry',
      'stages: [test]\ninclude:\n  - gone.yml\n  - {component: c}\n  - local: broken.yml\n  - nested.yml\n  - a.yml',
      [
        'Local file `gone.yml` does not exist! (.gitlab-ci.yml:3)',
        'include component is not supported (.gitlab-ci.yml:4)',
        '`broken.yml`: (<unknown>): unidentified alias "x" at line 3 column 5 (.gitlab-ci.yml:5)',
        'Included file `a.txt` does not have YAML extension! (nested.yml:3)',
        'Local file `gone.yml` does not exist! (nested.yml:4)',
      ],
    ],
    [
      'of the files of one entry',
      'include:\n  {project: g/p,\n   file: [a.txt, b.txt]}',
      [
        'Included file `a.txt` does not have YAML extension! (.gitlab-ci.yml:2)',
        'Included file `b.txt` does not have YAML extension! (.gitlab-ci.yml:2)',
      ],
    ],
    [
      'of `extends`, without those of jobs that extend a faulty one',
      'a: {extends: .x}\nb: {extends: a}\nc: {extends: d}\nd: {extends: c}\n.e: [e]\nf: {extends: .e, script: f}',
      [
        'a: unknown keys in `extends` (.x) (.gitlab-ci.yml:1)',
        'c: circular dependency detected in `extends` (.gitlab-ci.yml:3)',
        'f: invalid base hashes in `extends` (.e) (.gitlab-ci.yml:6)',
      ],
    ],
    [
      'of references, where they are',
      'a: {script: !reference [.x, script]}\n.b: {script: [!reference [c, x]]}\nc: {script: c}\nd: {extends: .b, script: !reference [.b, script]}',
      [
        '!reference [".x","script"] could not be found (.gitlab-ci.yml:1)',
        '!reference ["c","x"] could not be found (.gitlab-ci.yml:2)',
      ],
    ],
    [
      'of a circle of references once',
      '.b: {x: !reference [.c, y]}\n.c: {y: !reference [.b, x]}\nd: {extends: .c, script: d}',
      ['!reference [".b","x"] is part of a circular chain (.gitlab-ci.yml:1)'],
    ],
    [
      'of other jobs',
      'a: {extends: .x}\nb: {script: 1}\nc: {script: c, needs: [a]}\nd: {script: d, needs: [z]}\ne: {script: !reference [z]}',
      [
        '!reference ["z"] could not be found (.gitlab-ci.yml:5)',
        'a: unknown keys in `extends` (.x) (.gitlab-ci.yml:1)',
        'jobs:b:script config should be a string or an array of strings (.gitlab-ci.yml:2)',
        'd job: undefined need: z (.gitlab-ci.yml:4)',
      ],
    ],
    [
      'of a global entry, on which all jobs depend',
      'stages: !reference [.x]\na: {script: 1}\nb: {extends: .y}',
      [
        '!reference [".x"] could not be found (.gitlab-ci.yml:1)',
        'b: unknown keys in `extends` (.y) (.gitlab-ci.yml:3)',
      ],
    ],
  ])('are reported together: %s', (_, text, messages) => {
    expect(refusal(text).split('\n')).toEqual(messages);
  });

  it('take little time where there are many', () => {
    const begun = performance.now();
    expect(refusal(`include: [${'1, '.repeat(20_000)}]`).split('\n')).toHaveLength(100);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
