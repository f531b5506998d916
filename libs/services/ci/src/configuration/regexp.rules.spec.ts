import { RE2JS } from 're2js';
import { compileRegexp, stepsOf } from './regexp.rules.js';

describe('the steps of a pattern', () => {
  it.each([
    ...['', 'abc', '^v\\d+\\.\\d+$', 'a|b|cd', '(?i)(a|b)*c?', '[a-z]{40}', '[]a]{3}x', '[^\\]]{3}'],
    ...['(x*){999}', '((x{10}){10}){10}', 'x{2,900}', 'x{900,}', '(a(b{3}){5}){7}', '(|){99}', '(((x+)+)+){99}'],
    ...['\\Qa.b*\\E{3}', '\\x{41}{50}', '\\pL{20}', '\\p{Greek}{20}', '[[:alpha:]]{30}', '(((', 'x{1000}'],
  ])('are not more than estimated: %s', (pattern) => {
    const steps = (() => {
      try {
        return RE2JS.compile(pattern).programSize();
      } catch {
        return 0;
      }
    })();
    // Each program has steps for its beginning and end.
    expect(stepsOf(pattern)).toBeGreaterThanOrEqual(steps - 6);
  });

  it.each(['^[0-9a-f]{40}$', '^release/\\d{4}-\\d{2}-\\d{2}$', '(?:[a-z]?){900}z|x'])('allow %s', (pattern) =>
    expect(compileRegexp(pattern)).toBeDefined(),
  );

  it.each([`(${'x'.repeat(1_000)}){999}`, 'x{999}'.repeat(150), '((x{30}){30}){9}', '\\pL'.repeat(340)])(
    'refuse %s, which takes long to compile',
    (pattern) => expect(compileRegexp(pattern)).toBeUndefined(),
  );
});
