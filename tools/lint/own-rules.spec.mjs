import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { FIXTURES, asReports, expectedReports, fixtures } from './fixtures.mjs';
import { ROOT } from './places.mjs';
import { hearth } from './plugin.mjs';

function lint(rule, { place, code }) {
  const config = {
    files: ['**/*.ts', '**/*.mjs'],
    languageOptions: { parser: tseslint.parser },
    plugins: { hearth },
    rules: { [`hearth/${rule}`]: 'error' },
  };
  return new Linter({ cwd: ROOT }).verify(code, [config], path.join(ROOT, place));
}

describe.each(Object.keys(hearth.rules))('hearth/%s', (rule) => {
  it.each(fixtures(rule, 'valid'))('allows $place', (fixture) => {
    expect(lint(rule, fixture)).toEqual([]);
  });

  it.each(fixtures(rule, 'invalid'))('reports $place', (fixture) => {
    const expected = expectedReports(fixture.code);
    expect(expected).not.toEqual([]);
    const reports = lint(rule, fixture);
    expect(reports.filter(({ fatal }) => fatal)).toEqual([]);
    expect(asReports(reports)).toEqual(expected);
  });

  it('has a fixture for each of its messages', () => {
    const shown = fixtures(rule, 'invalid').flatMap(({ code }) =>
      expectedReports(code).map((each) => each.split(' ')[0]),
    );
    expect([...new Set(shown)].sort()).toEqual(Object.keys(hearth.rules[rule].meta.messages).sort());
  });
});

it('has no fixtures of rules that are gone, and none without a rule', () => {
  const folders = readdirSync(FIXTURES).filter((name) => name !== 'boundaries');
  expect(folders.sort()).toEqual(Object.keys(hearth.rules).sort());
  const files = readdirSync(path.join(import.meta.dirname, 'rules')).map((file) => path.basename(file, '.mjs'));
  expect(files.sort()).toEqual(Object.keys(hearth.rules).sort());
});

it('has each rule in its README, in the words of the rule', () => {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8').replace(/ +/g, ' ');
  for (const [name, { meta }] of Object.entries(hearth.rules)) {
    expect(readme).toContain(`| \`hearth/${name}\` | ${meta.docs.description} |`);
  }
});
