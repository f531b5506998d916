import { lengthFailures } from './text.rules.js';

describe('lengthFailures', () => {
  it('counts as people do', () => {
    expect(lengthFailures('🎉'.repeat(4), { max: 4 })).toEqual([]);
    expect(lengthFailures('🎉'.repeat(5), { max: 4 })).toEqual(['is too long (maximum is 4 characters)']);
    expect(lengthFailures('🎉', { min: 2, max: 4 })).toEqual(['is too short (minimum is 2 characters)']);
    expect(lengthFailures('🎉🎉', { min: 2, max: 4 })).toEqual([]);
  });

  it('does not count what is far too long', () => {
    expect(lengthFailures('x'.repeat(2 ** 28), { max: 4 })).toEqual(['is too long (maximum is 4 characters)']);
  });
});
