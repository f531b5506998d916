import { isAtLeast } from '../commands/doctor.mjs';
import { createProgress } from '../progress.mjs';
import { countResults } from './jest-run.mjs';

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
    expect(countResults(written, status)).toEqual(outcome);
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
