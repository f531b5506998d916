import { gzipMembers } from '../artifacts/gzip.rules.js';
import { TEST_STATUSES, junitCases, type TestCase, type TestStatus } from './junit.rules.js';

/** Largest report in bytes, unpacked. */
const MOST_BYTES = 32 * 1024 * 1024;
const LIMITS = { mostCases: 50_000, mostDepth: 100, longestOutput: 64 * 1024 };
/** Bytes of tests that are kept of a report, and that an answer has: more would take seconds to send. */
export const MOST_CASE_BYTES = 8 * 1024 * 1024;

/** Contents of a test report. */
export interface TestReport {
  /** Number of tests of each status. */
  readonly counts: Readonly<Record<TestStatus, number>>;
  /** In seconds. */
  readonly totalTime: number;
  /** Null for a report that could be read. */
  readonly suiteError: string | null;
  /** JSON list of the tests: failed ones first, then the slowest; null for more than MOST_CASE_BYTES. */
  readonly cases: string | null;
}

export const NO_TESTS: TestReport = {
  counts: { error: 0, failed: 0, success: 0, skipped: 0 },
  ...{ totalTime: 0, suiteError: null, cases: '[]' },
};

/** Reads an uploaded test report: a gzip file with a member for each XML file. */
export function readTestReport(report: Uint8Array): TestReport {
  try {
    const texts = [...gzipMembers(Buffer.from(report), MOST_BYTES)].map(decoded);
    return summarize(junitCases(texts, LIMITS));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : 'unknown');
  }
}

export function unreadable(reason: string): TestReport {
  return { ...NO_TESTS, suiteError: `JUnit XML parsing failed: ${reason}` };
}

/** Decodes the encoding that the XML declaration names. */
function decoded(file: Buffer): string {
  const [, encoding = 'utf-8'] = /^<\?xml[^>]*?encoding=["']([\w-]+)["']/.exec(file.toString('latin1', 0, 200)) ?? [];
  return new TextDecoder(encoding).decode(file);
}

function summarize(cases: readonly TestCase[]): TestReport {
  const counts = Object.fromEntries(
    TEST_STATUSES.map((status) => [status, cases.filter((each) => each.status === status).length]),
  ) as TestReport['counts'];
  const place = (each: TestCase) => TEST_STATUSES.indexOf(each.status);
  const text = JSON.stringify(cases.toSorted((a, b) => place(a) - place(b) || b.time - a.time));
  return {
    counts,
    totalTime: cases.reduce((sum, { time }) => sum + time, 0),
    suiteError: null,
    cases: Buffer.byteLength(text) > MOST_CASE_BYTES ? null : text,
  };
}

/** Names the suite of a job: the jobs of a `parallel` number are one suite. */
export function suiteName(job: string): string {
  return job.replace(/(?<![\s:])[\s:]+\d+\/\d+$/, '');
}
