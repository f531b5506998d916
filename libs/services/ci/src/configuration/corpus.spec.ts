import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readConfiguration, type NamedJob } from './configuration.rules.js';

const CORPUS = path.join(import.meta.dirname, '../../corpus');
const NAMES = readdirSync(CORPUS)
  .filter((file) => file.endsWith('.yml'))
  .map((file) => path.basename(file, '.yml'));

/** Fields of a job that has only a script: the results omit them. */
const PLAIN: Readonly<Record<string, unknown>> = {
  ...{
    stage: 'test',
    when: 'on_success',
    allowFailure: false,
    tags: [],
    variables: {},
    retries: 0,
    timeoutSeconds: 3600,
  },
  ...{ coverageRegex: null, environment: null, resourceGroup: null, except: undefined },
};
const DEFAULT_ONLY = readConfiguration('job: {script: [a]}');

/** Returns the result in the form of the corpus files: `jobs` by name. */
function resultOf(text: string): unknown {
  const read = readConfiguration(text);
  if (read.error !== null) return { error: read.error };
  const { stages, jobs, variables, workflow } = read.configuration;
  const merged = jobs.map((job) => ({ ...job, variables: { ...variables, ...job.variables } }));
  return {
    stages,
    ...(Object.keys(workflow).length > 0 && { workflow }),
    jobs: merged.map((job) => [job.name, differences(job)]),
  };
}

function differences({ name: _, configured: __, only, options, ...rest }: NamedJob): unknown {
  const plain = DEFAULT_ONLY.error === null ? DEFAULT_ONLY.configuration.jobs[0]!.only : undefined;
  const own = Object.entries(rest).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(PLAIN[key]));
  return { ...Object.fromEntries(own), ...(JSON.stringify(only) !== JSON.stringify(plain) && { only }), ...options };
}

describe('the corpus of configurations', () => {
  it('is there', () => expect(NAMES.length).toBeGreaterThan(50));

  it.each(NAMES)('%s', (name) => {
    const text = readFileSync(path.join(CORPUS, `${name}.yml`), 'utf8');
    const expected: unknown = JSON.parse(readFileSync(path.join(CORPUS, `${name}.json`), 'utf8'));
    // Compiled patterns are omitted: their texts are next to them.
    const result = JSON.stringify(resultOf(text), (key, value: unknown) => (key === 'regexp' ? undefined : value));
    expect(JSON.parse(result)).toEqual(expected);
  });
});
