import { readConfiguration } from '../configuration.rules.js';

const read = (job: string) => {
  const result = readConfiguration(`a: ${job}`);
  if (result.error !== null) return result.error;
  return (result as Extract<typeof result, { error: null }>).configuration.jobs[0];
};

describe('a trigger', () => {
  const forward = { yamlVariables: true, pipelineVariables: false };

  it.each([
    ['group/other', { project: 'group/other', branch: null, isAwaited: false, forward }],
    ['{project: g/p, branch: main, strategy: depend}', { project: 'g/p', branch: 'main', isAwaited: true, forward }],
    ['{project: g/p, strategy: mirror}', { project: 'g/p', branch: null, isAwaited: true, isMirrored: true, forward }],
    ['{include: a.yml}', { include: [{ local: 'a.yml' }], isAwaited: false, forward }],
    [
      '{include: [{artifact: a.yml, job: b}], forward: {yaml_variables: false, pipeline_variables: true}}',
      {
        include: [{ artifact: 'a.yml', job: 'b' }],
        isAwaited: false,
        forward: { yamlVariables: false, pipelineVariables: true },
      },
    ],
  ])('%s', (trigger, expected) => {
    expect(read(`{trigger: ${trigger}}`)).toMatchObject({ options: { script: [], trigger: expected } });
  });

  it.each([
    ['{trigger: }', "jobs:a:trigger config can't be blank"],
    ['{trigger: 1}', 'jobs:a:trigger has to be either a string or a hash'],
    ['{trigger: g/p, script: b}', 'jobs:a config contains unknown keys: script'],
    ['{trigger: g/p, when: delayed}', 'jobs:a when should be on_success, on_failure, always or manual'],
    ['{trigger: {branch: main}}', 'jobs:a:trigger config must specify either project or include'],
    ['{trigger: {project: g/p, include: a.yml}}', 'jobs:a:trigger config contains unknown keys: project'],
    ['{trigger: {project: g/p, strategy: wait}}', 'jobs:a:trigger strategy should be depend or mirror'],
    ['{trigger: {project: g/p, forward: {x: true}}}', 'jobs:a:trigger:forward config contains unknown keys: x'],
    ['{trigger: {include: []}}', "jobs:a:trigger:include config can't be blank"],
    ['{trigger: {include: [a, b, c, d]}}', 'jobs:a:trigger:include config is too long (maximum is 3)'],
    [
      '{trigger: {include: [{artifact: a.yml}]}}',
      'jobs:a:trigger:include config must specify the job where to fetch the artifact from',
    ],
    [
      '{trigger: {include: [{local: a.yml, template: b}]}}',
      'jobs:a:trigger:include config needs to match exactly one accessor: local, project, template, artifact',
    ],
  ])('of %s is invalid', (job, error) => {
    expect(read(job)).toBe(error);
  });

  it('leaves out the defaults for scripts', () => {
    const result = readConfiguration('default: {image: a, tags: [x], interruptible: true}\na: {trigger: g/p}');
    const { jobs } = (result as Extract<typeof result, { error: null; configuration: unknown }>).configuration;
    expect(jobs[0]).toMatchObject({ tags: [] });
    expect(jobs[0]!.options).toMatchObject({ interruptible: true });
    expect(jobs[0]!.options).not.toHaveProperty('image');
  });
});
