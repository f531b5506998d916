import { z } from 'zod';
import { allSettings, defineSettings } from './settings.js';
import { ConfigurationError, configurationErrorIn } from './configuration-error.js';
import { duration, flag, list } from './variables.js';

const settings = defineSettings(
  'Samples',
  {
    SAMPLE_NAME: z.string().describe('What it is called.'),
    SAMPLE_WAIT: duration({ min: 10 }).prefault('1s').describe('How long it waits'),
    SAMPLE_MODES: z.enum(['slow', 'fast']).default('slow').describe('How it goes'),
    SAMPLE_PEERS: list().optional().describe('Who else there is'),
  },
  { readBy: ['SampleModule'] },
);

describe('settings', () => {
  it('are read with their defaults; an empty variable is none', () => {
    expect(settings.read({ SAMPLE_NAME: 'n', SAMPLE_WAIT: '', SAMPLE_PEERS: 'a, b' })).toEqual({
      SAMPLE_NAME: 'n',
      SAMPLE_WAIT: 1000,
      SAMPLE_MODES: 'slow',
      SAMPLE_PEERS: ['a', 'b'],
    });
  });

  it.each([
    [{}, 'SAMPLE_NAME is not set: What it is called.'],
    [
      { SAMPLE_NAME: 'n', SAMPLE_WAIT: '5' },
      'SAMPLE_WAIT has an unusable value (must be a time such as 250ms, 10s or 5m, from 10ms to 365d): How long it waits.',
    ],
  ])('refuse %j in one sentence', (environment, sentence) => {
    expect(() => settings.read(environment)).toThrow(new ConfigurationError(sentence));
  });

  it('never repeat a value', () => {
    const secret = 'postgres://hearth:secret';
    for (const name of ['SAMPLE_WAIT', 'SAMPLE_MODES']) {
      expect(() => settings.read({ SAMPLE_NAME: 'n', [name]: secret })).toThrow(ConfigurationError);
      expect(() => settings.read({ SAMPLE_NAME: 'n', [name]: secret })).not.toThrow(/secret/);
    }
  });

  it('describe themselves', () => {
    expect(allSettings()).toContain(settings);
    expect(settings.readBy).toEqual(['SampleModule']);
    expect(settings.describe()).toEqual([
      { name: 'SAMPLE_NAME', purpose: 'What it is called', required: true, defaultValue: undefined },
      { name: 'SAMPLE_WAIT', purpose: 'How long it waits', required: false, defaultValue: '1s' },
      { name: 'SAMPLE_MODES', purpose: 'How it goes', required: false, defaultValue: 'slow' },
      { name: 'SAMPLE_PEERS', purpose: 'Who else there is', required: false, defaultValue: undefined },
    ]);
  });

  it('are declared once, with what they are for', () => {
    expect(() => defineSettings('Again', { SAMPLE_NAME: z.string().describe('Something else') })).toThrow(
      'SAMPLE_NAME is declared already',
    );
    expect(() => defineSettings('Unexplained', { SAMPLE_FLAG: flag() })).toThrow('SAMPLE_FLAG has no description');
  });
});

describe('configurationErrorIn', () => {
  it('finds the mistake wherever it was wrapped', () => {
    const mistake = new ConfigurationError('X is not set.');
    expect(configurationErrorIn(new Error('a', { cause: new Error('b', { cause: mistake }) }))).toBe(mistake);
    expect(configurationErrorIn(new Error('a'))).toBeUndefined();
    expect(configurationErrorIn('a')).toBeUndefined();
  });
});
