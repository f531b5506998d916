import { variablesOfEnvironment } from './environment-scope.rules.js';
import type { ScopedVariable } from './variable.rules.js';

describe('the environment scope of a variable', () => {
  const variable = (value: string, environmentScope: string, level = 1): ScopedVariable => ({
    ...{ key: 'A', value, public: false, environmentScope, level },
  });
  const all = [
    variable('exact', 'review/1'),
    variable('any', '*'),
    variable('review', 'review/*'),
    variable('outer', 'review/1', 0),
    variable('other', 'production'),
  ];

  it('orders variables so that the most specific one of the nearest owner is the last', () => {
    const values = (environment: string | null) => variablesOfEnvironment(all, environment).map(({ value }) => value);
    expect(values('review/1')).toEqual(['outer', 'any', 'review', 'exact']);
    expect(values('review/2')).toEqual(['any', 'review']);
    expect(values('production')).toEqual(['any', 'other']);
    expect(values(null)).toEqual(['any']);
  });

  it('is not a part of what a job gets', () => {
    expect(variablesOfEnvironment([variable('x', '*')], null)).toEqual([{ key: 'A', value: 'x', public: false }]);
  });
});
