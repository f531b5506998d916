import { parseConfigurationFile, readConfigurationFile } from './configuration-file.js';

const read = (text: string) => parseConfigurationFile(text, 'hearth.yaml');
const values = (text: string) => read(text).settings.map(({ name, value }) => [name, value]);

describe('a configuration file', () => {
  it('has settings by name, with their lines', () => {
    expect(read('# ours\nHEARTH_URL: https://git.example.com\n\nHEARTH_GRACE: 45s\n')).toEqual({
      settings: [
        { name: 'HEARTH_URL', value: 'https://git.example.com', line: 2 },
        { name: 'HEARTH_GRACE', value: '45s', line: 4 },
      ],
      problems: [],
    });
  });

  it.each([
    ['a flag', 'HEARTH_PASSWORD_SIGN_IN: false', '0'],
    ['a number, as it is written', 'HEARTH_COPIES: 02', '02'],
    ['a list', 'HEARTH_STORAGE_NAMES: [storage-1, storage-2]', 'storage-1,storage-2'],
    ['a mapping', 'HEARTH_STORAGES:\n  storage-1: /data/1', '{"storage-1":"/data/1"}'],
    ['nothing', 'HEARTH_URL:', ''],
    ['a text of several lines', 'HEARTH_OIDC_NAME: >-\n  Our\n  company', 'Our company'],
  ])('takes %s', (_case, text, value) => {
    expect(values(text)).toEqual([[text.split(':')[0], value]]);
  });

  it.each([
    ['', 'an empty file'],
    ['# nothing yet\n', 'comments only'],
  ])('may set nothing (%#)', (text) => {
    expect(read(text)).toEqual({ settings: [], problems: [] });
  });

  it.each([
    [
      'an unknown name',
      'HEARTH_URL: a\nHEARTH_GRAEC: secret',
      'hearth.yaml, line 2: HEARTH_GRAEC is no setting of Hearth; HEARTH_GRACE is the nearest.',
    ],
    [
      'its own name',
      'HEARTH_CONFIG_FILE: /other',
      'hearth.yaml, line 1: HEARTH_CONFIG_FILE names this file and cannot stand in it.',
    ],
    ['a list', '- HEARTH_URL', 'hearth.yaml, line 1: names of settings with their values are expected.'],
    ['a name twice', 'HEARTH_URL: a\nHEARTH_URL: b', 'hearth.yaml, line 2: Map keys must be unique.'],
    ['broken YAML', 'HEARTH_URL: a\nHEARTH_GRACE: "secret', 'hearth.yaml, line 2: Missing closing "quote.'],
  ])('has a sentence about %s, without values', (_case, text, problem) => {
    expect(read(text).problems).toEqual([problem]);
  });

  it('has to be there when it is named', () => {
    expect(() => readConfigurationFile('/no/such/file')).toThrow(
      'HEARTH_CONFIG_FILE leads to /no/such/file, which cannot be read (ENOENT).',
    );
  });
});
