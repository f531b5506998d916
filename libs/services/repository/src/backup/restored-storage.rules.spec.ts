import { restoredStorage } from './restored-storage.rules.js';

it('restores a repository to its storage, or spreads those of a missing one', () => {
  const names = ['one', 'two'];
  expect(restoredStorage('two', 4, names)).toBe('two');
  expect([3, 4, 5].map((id) => restoredStorage('three', id, names))).toEqual(['two', 'one', 'two']);
});
