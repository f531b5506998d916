import { Globs } from '../conditions/glob.rules.js';
import { PlanFacts } from '../conditions/known-facts.js';
import { readIn } from '../configuration.rules.js';
import { Patterns } from '../regexp.rules.js';
import { fileKey } from './file-request.js';
import { located, type Source } from './sources.js';

const FILES = {
  [fileKey({ kind: 'local', path: 'a.yml' })]: { text: 'spec: {inputs: {}}\n---\n\na:\n  script: [1]\nb: {script: b}' },
  [fileKey({ kind: 'local', path: 'b.yml' })]: { text: 'include: a.yml\na: {tags: [x]}' },
};

function refusal(text: string): string {
  const sources: Source[] = [];
  const patterns = new Patterns();
  const facts = new PlanFacts({ changes: {}, files: FILES });
  const context = { hasProject: true, variables: new Map(), patterns, globs: new Globs(patterns), facts, sources };
  const read = readIn(context, text);
  sources.push({ name: '.gitlab-ci.yml', text });
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
