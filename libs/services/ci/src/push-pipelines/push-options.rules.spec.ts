import { ciPushOptions } from './push-options.rules.js';

describe('ci options of a push', () => {
  it.each<[string, string[], object]>([
    ['none', [], { skips: false, variables: [], inputs: {} }],
    ['other ones', ['merge_request.create', 'ci.skipped', 'ci.other=1'], { skips: false, variables: [], inputs: {} }],
    ['ci.skip', ['ci.skip'], { skips: true, variables: [], inputs: {} }],
    [
      'variables, of which the last one of a key counts',
      ['ci.variable=A=1', 'ci.variable=B=x=y z', 'ci.variable=A='],
      {
        skips: false,
        variables: [
          { key: 'A', value: '' },
          { key: 'B', value: 'x=y z' },
        ],
        inputs: {},
      },
    ],
    [
      'inputs, of which the last one of a name counts',
      ['ci.input=a=1', 'ci.input=b=[x, y]', 'ci.input=a=2=3', 'ci.input=c', 'ci.input==d'],
      { skips: false, variables: [], inputs: { a: '2=3', b: '[x, y]' } },
    ],
    [
      'invalid ones',
      ['ci.variable', 'ci.variable=A', 'ci.variable==x', 'ci.variable=a-b=c'],
      { skips: false, variables: [], inputs: {} },
    ],
  ])('%s', (_, options, expected) => expect(ciPushOptions(options)).toEqual(expected));

  it('are at most 100 variables', () => {
    const options = Array.from({ length: 101 }, (_, index) => `ci.variable=A${index}=x`);
    expect(ciPushOptions(options).variables).toHaveLength(100);
  });
});
