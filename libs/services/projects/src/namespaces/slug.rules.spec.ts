import { slugOf } from './slug.rules.js';

describe('slugOf', () => {
  it.each([
    ['My Project!', 'my-project'],
    ['hearth', 'hearth'],
    ['snake_case stays', 'snake_case-stays'],
    ['  spaces   around  ', 'spaces-around'],
    ['a -- b', 'a-b'],
    ['v1.2.3', 'v1-2-3'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Straße & Łódź', 'strasse-lodz'],
    ['-leading and trailing-', 'leading-and-trailing'],
    ['\u0041\u030angström', 'angstrom'],
    ['日本語', ''],
    ['日本 go', 'go'],
    ['!!!', ''],
    ['', ''],
  ])('turns %j into %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
