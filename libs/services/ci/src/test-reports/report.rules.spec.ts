import { gzipSync } from 'node:zlib';
import { readTestReport, suiteName } from './report.rules.js';

const suite = (name: string, time: number, outcome = '') =>
  `<testsuite><testcase name="${name}" time="${time}">${outcome}</testcase></testsuite>`;

describe('an uploaded test report', () => {
  it('has the tests of each of its files, failed ones first, then the slowest', () => {
    const files = [suite('a', 1), suite('b', 2), suite('c', 0.5, '<failure>x</failure>')];
    const { cases, ...report } = readTestReport(Buffer.concat(files.map((file) => gzipSync(file))));
    const counts = { error: 0, failed: 1, success: 2, skipped: 0 };
    expect(report).toEqual({ counts, totalTime: 3.5, suiteError: null });
    expect((JSON.parse(cases!) as { name: string }[]).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  it('has the encoding of its declaration', () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${suite('ä', 1)}`;
    expect(readTestReport(gzipSync(Buffer.from(text, 'latin1'))).cases).toContain('"ä"');
  });

  it.each([
    ['text', Buffer.from('<testsuite/> and more')],
    ['a part', gzipSync(suite('a', 1)).subarray(0, 30)],
    ['a changed file', Buffer.concat([gzipSync(suite('a', 1)).subarray(0, -8), Buffer.alloc(8)])],
    ['much more than its size', gzipSync(Buffer.alloc(33 * 1024 * 1024))],
    ['an unknown encoding', gzipSync('<?xml version="1.0" encoding="x-unknown"?><testsuite/>')],
  ])('cannot be read: %s', (_name, report) => {
    const counts = { error: 0, failed: 0, success: 0, skipped: 0 };
    const suiteError = expect.stringMatching(/^JUnit XML parsing failed: ./);
    expect(readTestReport(report)).toEqual({ counts, totalTime: 0, cases: '[]', suiteError });
  });

  it.each([
    ['test 1/3', 'test'],
    ['test: 2/3', 'test'],
    ['test: [linux, 22]', 'test: [linux, 22]'],
    ['test', 'test'],
  ])('of the job %s is of the suite %s', (job, name) => expect(suiteName(job)).toBe(name));
});
