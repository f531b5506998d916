import { languageOf, sharesOf } from './language.rules.js';

describe('the language of a file', () => {
  it.each([
    ['src/main.ts', 'TypeScript'],
    ['src/View.tsx', 'TypeScript'],
    ['app.js', 'JavaScript'],
    ['lib/x.H', 'C'],
    ['a.py', 'Python'],
    ['a.rb', 'Ruby'],
    ['main.go', 'Go'],
    ['lib.rs', 'Rust'],
    ['App.java', 'Java'],
    ['a.cpp', 'C++'],
    ['a.sh', 'Shell'],
    ['index.html', 'HTML'],
    ['style.css', 'CSS'],
    ['Makefile', 'Makefile'],
    ['build/Dockerfile', 'Dockerfile'],
    ['views/a.blade.php', 'Blade'],
    ['README.md', undefined],
    ['data.json', undefined],
    ['LICENSE', undefined],
    ['node_modules/a/index.js', undefined],
    ['app.min.js', undefined],
    ['docs/conf.py', undefined],
    ['src/docs/conf.py', 'Python'],
  ])('of %s is %s', (path, language) => expect(languageOf(path)).toBe(language));
});

describe('the shares of languages', () => {
  it('are in percent, the largest first, without empty ones', () => {
    const sizes = new Map([
      ['Ruby', 1],
      ['Go', 2],
      ['C', 0],
    ]);
    expect(Object.entries(sharesOf(sizes))).toEqual([
      ['Go', 66.67],
      ['Ruby', 33.33],
    ]);
    expect(sharesOf(new Map())).toEqual({});
  });
});
