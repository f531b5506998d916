import { readConfiguration } from '../configuration.rules.js';

const artifacts = (settings: string) => {
  const read = readConfiguration(`a: {script: a, artifacts: ${settings}}`);
  return read.error ?? (read as Extract<typeof read, { error: null }>).configuration.jobs[0]!.options.artifacts;
};

describe('artifacts', () => {
  it.each([
    ['{paths: [a/, b.txt], expose_as: Two files}', { paths: ['a/', 'b.txt'], exposeAs: 'Two files' }],
    ['{access: none}', { access: 'none' }],
    ['{access: maintainer}', { access: 'maintainer' }],
    ['{public: false}', { access: 'developer' }],
    ['{public: true}', { access: 'all' }],
  ])('%s', (settings, fields) => expect(artifacts(settings)).toMatchObject(fields));

  it.each([
    ['{expose_as: a}', "paths can't be blank"],
    ['{expose_as: a, paths: ["*.txt"]}', "paths can't contain '*' when used with 'expose_as'"],
    ['{expose_as: 1, paths: [a]}', 'expose as should be a string'],
    ['{expose_as: "<a>", paths: [a]}', "expose as can contain only letters, digits, '-', '_' and spaces"],
    [`{expose_as: ${'a'.repeat(101)}, paths: [a]}`, 'expose as is too long (maximum is 100 characters)'],
    ['{access: some}', 'access should be one of: none, developer, maintainer, all'],
    ['{public: 1}', 'public should be a boolean value'],
    ['{public: true, access: all}', 'config these keys cannot be used together: public, access'],
  ])('%s: %s', (settings, error) => expect(artifacts(settings)).toBe(`jobs:a:artifacts ${error}`));
});
