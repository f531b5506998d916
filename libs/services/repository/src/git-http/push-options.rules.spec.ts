import { performedOptions, refusalOfOptions } from './push-options.rules.js';

describe('push options', () => {
  it('are recorded where a service performs them', () => {
    const options = ['ci.skip', 'merge_request.create', 'mr.title=T', 'ci', 'cip.x', 'secret_push_protection.skip_all'];
    expect(performedOptions(options)).toEqual(['ci.skip', 'merge_request.create', 'mr.title=T']);
  });

  it.each<[string, string[], number, string | null]>([
    ['a few', ['ci.skip', 'ci.variable=A=b'], 50_000 / 5, null],
    ['long ones of one ref', [`mr.description=${'a'.repeat(200_000)}`], 1, null],
    ['ignored ones of any length', ['a'.repeat(300_000)], 1, null],
    [
      'long ones of two refs',
      [`mr.description=${'a'.repeat(200_000)}`],
      2,
      'The push options are too long for a push of so many refs.',
    ],
    ['a NUL', ['mr.title=\0'], 1, 'A push option contains a NUL.'],
  ])('%s', (_, options, refs, refusal) => expect(refusalOfOptions(options, refs)).toBe(refusal));
});
