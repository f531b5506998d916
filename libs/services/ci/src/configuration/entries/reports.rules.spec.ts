import { readConfiguration } from '../configuration.rules.js';

const artifacts = (settings: string) => {
  const read = readConfiguration(`a: {script: a, artifacts: ${settings}}`);
  return (
    read.error ?? (read as Extract<typeof read, { error: null }>).configuration.jobs[0]!.options.artifacts!.reports
  );
};

describe('reports', () => {
  it('are paths by their type', () => {
    const coverage = 'coverage_report: {coverage_format: cobertura, path: c.xml}';
    expect(artifacts(`{reports: {junit: [a.xml, "b/*.xml"], ${coverage}, dotenv: build.env}}`)).toEqual({
      ...{ junit: ['a.xml', 'b/*.xml'], cobertura: ['c.xml'], dotenv: ['build.env'] },
    });
  });

  it.each([
    ['{reports: a}', 'jobs:a:artifacts:reports config should be a hash'],
    ['{reports: {x: 1}}', 'jobs:a:artifacts:reports config contains unknown keys: x'],
    ['{reports: {junit: 1}}', 'jobs:a:artifacts:reports junit should be an array of strings or a string'],
    [
      '{reports: {coverage_report: {coverage_format: lcov, path: a}}}',
      'jobs:a:artifacts:reports:coverage_report coverage format must be one of supported formats: cobertura, jacoco',
    ],
    [
      '{reports: {coverage_report: {coverage_format: jacoco}}}',
      "jobs:a:artifacts:reports:coverage_report path can't be blank",
    ],
  ])('%s: %s', (settings, error) => expect(artifacts(settings)).toBe(error));
});
