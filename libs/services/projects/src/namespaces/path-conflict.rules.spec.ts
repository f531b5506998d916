import { asRubyPrints } from '../field-errors.rules.js';
import { pathConflictErrors } from './path-conflict.rules.js';

describe('pathConflictErrors', () => {
  it('names the field, and the route that cannot be made', () => {
    expect(pathConflictErrors('taken', 'team')).toEqual({
      path: ['has already been taken'],
      'route.path': ['has already been taken'],
      route: ['is invalid'],
    });
  });

  it('says of a reserved path that it was taken before', () => {
    const text = 'Team has been taken before. Please use another one';
    expect(asRubyPrints(pathConflictErrors('reserved', 'Team'))).toBe(
      `{:path=>["${text}"], :"route.path"=>["${text}"], :route=>["is invalid"]}`,
    );
  });
});
