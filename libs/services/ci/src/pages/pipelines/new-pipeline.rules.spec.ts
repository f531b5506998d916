import { placedFailures, variablesIn } from './new-pipeline.rules.js';

describe('the form of a new pipeline', () => {
  it.each([
    ['', []],
    [
      'A=1\r\n\r\nB_2= x=y ',
      [
        ['A', '1'],
        ['B_2', ' x=y '],
      ],
    ],
    [' KEY =', [['KEY', '']]],
  ])('has the variables %j', (text, expected) => {
    const variables = expected.map(([key, value]) => ({ key, value, file: false }));
    expect(variablesIn(text)).toEqual({ variables });
  });

  it.each(['A=1\nno key', '=value'])('refuses %j', (text) => {
    expect(variablesIn(text)).toMatchObject({ failure: { field: 'variables' } });
  });

  it('shows failures where they belong', () => {
    const failures = [
      { field: 'base', text: ' Reference not found' },
      { field: 'key', text: 'Variable key is invalid' },
      { field: 'ref', text: 'Ref is missing' },
    ];
    expect(placedFailures(failures)).toEqual([
      { field: null, text: 'Reference not found' },
      { field: 'variables', text: 'Variable key is invalid' },
      { field: 'ref', text: 'Ref is missing' },
    ]);
  });
});
