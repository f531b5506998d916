import path from 'node:path';
import { isAtLeast } from '../install/versions.mjs';
import { root } from '../paths.mjs';
import { createProgress } from '../progress.mjs';
import { rounds } from './black-box.mjs';
import { countResults, secondOutcome } from './jest-run.mjs';
import { allSpecs, chooseSpecs, requireSpecs, SPECS_OF } from './specs.mjs';

describe('countResults', () => {
  const report = (passed, failed, broken = 0) => ({
    numPassedTests: passed,
    numFailedTests: failed,
    numRuntimeErrorTestSuites: broken,
  });

  it.each([
    ['all passed', report(12, 0), 0, { passed: 12, failed: 0 }],
    ['some failed', report(12, 3), 1, { passed: 12, failed: 3 }],
    ['a file could not be run', report(12, 0, 1), 1, { passed: 12, failed: 1 }],
    ['there was no test', report(0, 0), 0, { passed: 0, failed: 1 }],
    ['Jest failed after its tests', report(12, 0), 1, { passed: 12, failed: 1 }],
    ['Jest wrote no report', undefined, 1, { passed: 0, failed: 1 }],
  ])('when %s', (_case, written, status, outcome) => {
    expect(countResults(written, status)).toMatchObject(outcome);
  });

  const test = (status, ...titles) => ({ status, ancestorTitles: titles.slice(0, -1), title: titles.at(-1) });
  const file = (name, status, ...assertionResults) => ({ name: path.join(root, name), status, assertionResults });

  it('names what failed', () => {
    const testResults = [
      file('libs/a.spec.js', 'failed', test('passed', 'a', 'works'), test('failed', 'a', 'b', 'does not')),
      file('libs/b.spec.js', 'failed'),
      file('libs/c.spec.js', 'passed', test('passed', 'works')),
    ];
    const { failures } = countResults({ ...report(2, 1, 1), testResults }, 1);
    expect(failures).toEqual(['libs/a.spec.js: a > b > does not', 'libs/b.spec.js']);
  });

  it('counts spec files that were run again by their second outcome, and names what was unsteady', () => {
    const files = (late) => [
      file('libs/a.spec.js', 'failed', test('passed', 'works'), test(late, 'late'), test('failed', 'broken')),
    ];
    const others = [file('libs/b.spec.js', 'passed', test('passed', 'b'), test('passed', 'c'))];
    const first = countResults({ ...report(3, 2), testResults: [...files('failed'), ...others] }, 1);
    const second = countResults({ ...report(2, 1), testResults: files('passed') }, 1);
    expect(secondOutcome(first, second)).toEqual({
      passed: 4,
      failed: 1,
      failures: ['libs/a.spec.js: broken'],
      unsteady: ['libs/a.spec.js: late'],
    });
  });
});

describe('the specs of a suite', () => {
  const specs = [
    'apps/e2e/dist/conformance/groups.spec.js',
    'apps/e2e/dist/faults/delivery.spec.js',
    'apps/e2e/dist/journeys/import.spec.js',
    'apps/e2e/dist/journeys/moving-in.spec.js',
    'apps/e2e/dist/permissions/ci.spec.js',
    'apps/e2e/dist/permissions/permissions.spec.js',
    'libs/services/projects/dist/members/members.integration.spec.js',
    'libs/services/projects/dist/members/member.view.spec.js',
    'tools/hearth/supervisor/kafka.integration.spec.mjs',
  ];
  const [groups, delivery, imports, moving, ofCi, permissions, members, view, kafka] = specs;

  it.each([
    ['unit', undefined, [view]],
    ['integration', undefined, [members, kafka]],
    ['e2e', undefined, [groups, imports, moving, ofCi, permissions]],
    ['inSplitMode', undefined, [groups, imports, permissions]],
    ['allInSplitMode', undefined, [groups, imports, ofCi, permissions]],
    ['inSingleMode', undefined, [imports, moving, ofCi]],
    ['fuzz', undefined, []],
    ['faults', undefined, [delivery]],
    ['integration', 'projects', [members]],
    ['integration', 'libs/services/projects/src/members/members.integration.spec.ts', [members]],
    ['unit', 'supervisor', []],
  ])('%s with %j', (suite, asked, chosen) => {
    expect(chooseSpecs(specs, SPECS_OF[suite], asked)).toEqual(chosen);
  });

  it.each([
    ['integration', 'nowhere', 'No spec of the suite "integration" has "nowhere" in its path.'],
    [
      'e2e',
      'member',
      'No spec of the suite "e2e" has "member" in its path; there are some in the suites "unit", "integration".',
    ],
    ['fuzz', 'faults', 'No spec of the suite "fuzz" has "faults" in its path; there are some in the suite "faults".'],
  ])('%s without a spec in %s are refused as wrong usage', (suite, asked, message) => {
    expect(() => requireSpecs(suite, asked, specs)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
    expect(() => requireSpecs('integration', 'member', specs)).not.toThrow();
  });

  it('run one at a time if they change the system, and two at a time otherwise', () => {
    const changes = 'apps/e2e/dist/conformance/user-changes.spec.js';
    expect(rounds([groups, changes, imports, permissions])).toEqual([
      { specs: [changes, imports], processes: 1 },
      { specs: [groups, permissions], processes: 2 },
    ]);
    expect(rounds([delivery])).toEqual([{ specs: [delivery], processes: 1 }]);
  });

  it('hold every spec that there is once', () => {
    const suites = ['unit', 'integration', 'e2e', 'fuzz', 'faults', 'upgrades'];
    const found = suites.flatMap((suite) => chooseSpecs(allSpecs(), SPECS_OF[suite]));
    expect(found.sort()).toEqual(allSpecs());
  });
});

describe('isAtLeast', () => {
  it.each([
    ['2.39.5', [2, 39], true],
    ['2.40', [2, 39], true],
    ['3.0', [2, 39], true],
    ['2.9.1', [2, 39], false],
    ['1.99', [2, 39], false],
    ['18.0.0', [18], true],
  ])('%s against %j is %s', (version, wanted, enough) => {
    expect(isAtLeast(version, wanted)).toBe(enough);
  });
});

describe('progress', () => {
  const collecting = () => {
    const written = [];
    return { written, stream: { isTTY: false, write: (text) => written.push(text) } };
  };

  it('is silent about what is quick', async () => {
    const { written, stream } = collecting();
    await expect(createProgress({ stream }).step('Quick', async () => 7)).resolves.toBe(7);
    expect(written).toEqual([]);
  });

  it('tells what it does and how long it took', async () => {
    const { written, stream } = collecting();
    await createProgress({ stream, showAfterMs: 0 }).step('Slow', async () => {});
    expect(written).toEqual(['Slow …\n', expect.stringMatching(/^Slow: took \d+\.\d s\n$/)]);
  });

  it('tells that a step failed and passes the failure on', async () => {
    const { written, stream } = collecting();
    const step = createProgress({ stream, showAfterMs: 0 }).step('Slow', () => Promise.reject(new Error('no')));
    await expect(step).rejects.toThrow('no');
    expect(written[1]).toMatch(/^Slow: failed after /);
  });
});
