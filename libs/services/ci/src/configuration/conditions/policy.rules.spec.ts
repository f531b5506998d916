import { isWanted, policyIn, type PolicySubject } from './policy.rules.js';
import { Globs } from './glob.rules.js';
import { PlanFacts } from './known-facts.js';
import { Patterns } from '../regexp.rules.js';

const PATTERNS = new Patterns();
const BRANCH: PolicySubject = {
  ...{
    patterns: PATTERNS,
    globs: new Globs(PATTERNS),
    facts: new PlanFacts({ changes: { '': ['docs/a.md', 'b.ts'] } }),
  },
  ...{ ref: 'feature/a', tag: false, source: 'push', projectPath: 'group/project' },
  variables: new Map([
    ['A', 'x'],
    ['EMPTY', ''],
  ]),
};
const TAG: PolicySubject = { ...BRANCH, ref: 'v1.2', tag: true };
const wanted = (only: unknown, except: unknown, subject: PolicySubject) =>
  isWanted(policyIn('only', only, new Patterns()), policyIn('except', except, new Patterns()), subject);

describe('only and except', () => {
  it.each<[unknown, boolean, boolean]>([
    [['branches'], true, false],
    [['tags'], false, true],
    [['branches', 'tags'], true, true],
    [['feature/a'], true, false],
    [['feature'], false, false],
    [['/^feature/'], true, false],
    [['/ature/'], true, false],
    [['/^v\\d+\\.\\d+$/'], false, true],
    [['/(?i)^FEATURE/'], true, false],
    [['/^FEATURE/i'], true, false],
    [['/none@all|ature/'], true, false],
    [['/^FEATURE\\/a$/i@group/project'], true, false],
    [['/^FEATURE/i@other/project'], false, false],
    [['feature/*'], true, false],
    [['*/a'], true, false],
    [['*'], true, true],
    [['v1.*'], false, true],
    [['v1?*'], false, false],
    [['eature/*'], false, false],
    [['feature/*@group/project'], true, false],
    [['feature/*@other/project'], false, false],
    [['pushes'], true, true],
    [['push'], true, true],
    [['triggers', 'schedules', 'web', 'api'], false, false],
    [['branches@group/project'], true, false],
    [['branches@other/project'], false, false],
    [['/^feature/@group/project'], true, false],
    [['/^feature/@other/project'], false, false],
    [{ refs: ['branches'], kubernetes: 'active' }, false, false],
    [{ variables: ['$A'] }, true, true],
    [{ variables: ['$EMPTY'] }, false, false],
    [{ variables: ['$MISSING', "$A == 'x'"] }, true, true],
    [{ variables: ['$A == "y"'] }, false, false],
    [{ variables: ['$MISSING == null'] }, true, true],
    [{ variables: ['$EMPTY == null'] }, false, false],
    [{ variables: ['$A =~ /^X$/i && ($MISSING || $EMPTY == "")'] }, true, true],
    [{ refs: ['tags'], variables: ['"x" == $A'] }, false, true],
    [{ changes: ['docs/**/*'] }, true, true],
    [{ changes: ['*.md'] }, false, false],
    [{ changes: ['lib/*', '*.{ts,js}'] }, true, true],
    [{ refs: ['branches'], changes: ['src/*'] }, false, false],
  ])('%j: a branch %j, a tag %j', (conditions, branch, tag) => {
    expect([BRANCH, TAG].map((subject) => wanted(conditions, undefined, subject))).toEqual([branch, tag]);
    const single = !('refs' in (conditions as object));
    const excepted = [BRANCH, TAG].map((subject) => wanted(undefined, conditions, subject));
    if (single) expect(excepted).toEqual([!branch, !tag]);
  });

  it('leaves out what any condition of except names', () => {
    const except = { refs: ['tags'], variables: ['$A == "y"'] };
    expect([BRANCH, TAG].map((subject) => wanted(undefined, except, subject))).toEqual([true, false]);
    expect(wanted(['branches'], ['/feature/'], BRANCH)).toBe(false);
  });

  it.each(['trigger', 'schedule', 'api', 'web'] as const)('knows pipelines by %s', (source) => {
    expect(wanted([source], undefined, { ...BRANCH, source })).toBe(true);
    expect(wanted([`${source}s`], undefined, { ...BRANCH, source })).toBe(true);
    expect(wanted(['pushes'], undefined, { ...BRANCH, source })).toBe(false);
  });

  it('matches in linear time', () => {
    const begun = performance.now();
    expect(wanted(['/^(a+)+$/'], undefined, { ...BRANCH, ref: `${'a'.repeat(5_000)}!` })).toBe(false);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
