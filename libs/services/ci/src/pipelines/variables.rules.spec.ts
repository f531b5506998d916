import { slug } from './variables.rules.js';

describe('the slug of a name', () => {
  it.each([
    ['main', 'main'],
    ['Feature/Über--x_1', 'feature--ber--x-1'],
    ['--a--', 'a'],
    [`${'a'.repeat(62)}-b`, 'a'.repeat(62)],
    ['///', ''],
  ])('%s: %s', (name, expected) => expect(slug(name)).toBe(expected));
});
