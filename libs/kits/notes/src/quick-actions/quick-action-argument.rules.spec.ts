import { labelNamesIn, milestoneTitleIn } from './quick-action-argument.rules.js';

describe('arguments of quick actions', () => {
  it.each([
    ['~bug', ['bug']],
    ['~bug ~"two words" other', ['bug', 'two words', 'other']],
    ['~a ~a', ['a']],
    ['', []],
  ])('labels in %j', (argument, names) => {
    expect(labelNamesIn(argument)).toEqual(names);
  });

  it.each([
    ['%v1', 'v1'],
    ['%"two words"', 'two words'],
    ['v 2', 'v 2'],
    ['', null],
  ])('a milestone in %j', (argument, title) => {
    expect(milestoneTitleIn(argument)).toBe(title);
  });
});
