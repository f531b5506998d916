import { z } from 'zod';
import { TEST_STATUSES, type TestCase } from './junit.rules.js';
import { suiteName } from './report.rules.js';
import type { JobReport } from './test-reports.store.js';

const Counts = z.strictObject({
  total_time: z.number().describe('Seconds that the tests took'),
  total_count: z.int().describe('Number of tests'),
  success_count: z.int().describe('Number of tests that succeeded'),
  failed_count: z.int().describe('Number of tests that failed'),
  skipped_count: z.int().describe('Number of tests that were skipped'),
  error_count: z.int().describe('Number of tests that ended with an error'),
});
type Counts = z.output<typeof Counts>;

const suiteError = z.string().nullable().describe('Why the report of a job of the suite could not be read');

const Output = z.union([z.string(), z.record(z.string(), z.string())]);

/** Test in the report of a pipeline. */
const TestCaseView = z.strictObject({
  status: z.enum(TEST_STATUSES),
  name: z.string().nullable(),
  classname: z.string().nullable().describe('Class of the test'),
  execution_time: z.number().describe('Seconds that the test took'),
  system_output: z
    .union([Output, z.array(Output)])
    .nullable()
    .describe('Text of the failure, or its attributes; a list for several failures'),
  stack_trace: z.null().describe('Always null: JUnit reports have it in the output'),
});

/** Test report of a pipeline. */
export const TestReportView = Counts.extend({
  test_suites: z
    .array(
      Counts.extend({
        name: z.string(),
        suite_error: suiteError,
        test_cases: z.array(TestCaseView).describe('Tests, failed ones first; left out beyond 8 MiB of a pipeline'),
      }),
    )
    .describe('Test suites: one for each job with a report'),
});
export type TestReportView = z.output<typeof TestReportView>;

/** Summary of the test report of a pipeline. */
export const TestReportSummaryView = z.strictObject({
  total: z
    .strictObject({
      time: z.number().describe('Seconds that the tests took'),
      count: z.int().describe('Number of tests'),
      success: z.int().describe('Number of tests that succeeded'),
      failed: z.int().describe('Number of tests that failed'),
      skipped: z.int().describe('Number of tests that were skipped'),
      error: z.int().describe('Number of tests that ended with an error'),
      suite_error: suiteError,
    })
    .describe('Numbers of all suites'),
  test_suites: z
    .array(
      Counts.extend({
        name: z.string(),
        build_ids: z.array(z.int()).describe('Jobs whose reports make up the suite'),
        suite_error: suiteError,
      }),
    )
    .describe('Test suites: one for each job with a report'),
});
export type TestReportSummaryView = z.output<typeof TestReportSummaryView>;

export function presentTestReport(reports: readonly JobReport[]): TestReportView {
  return {
    ...countsOf(reports),
    test_suites: suitesIn(reports).map(([name, ofSuite]) => ({
      name,
      ...countsOf(ofSuite),
      suite_error: errorOf(ofSuite),
      test_cases: ofSuite.flatMap(casesOf).map(presentTestCase),
    })),
  };
}

export function presentTestReportSummary(reports: readonly JobReport[]): TestReportSummaryView {
  const all = countsOf(reports);
  return {
    total: {
      ...{ time: all.total_time, count: all.total_count, success: all.success_count, failed: all.failed_count },
      ...{ skipped: all.skipped_count, error: all.error_count, suite_error: errorOf(reports) },
    },
    test_suites: suitesIn(reports).map(([name, ofSuite]) => ({
      name,
      ...countsOf(ofSuite),
      build_ids: ofSuite.map(({ jobId }) => jobId),
      suite_error: errorOf(ofSuite),
    })),
  };
}

/** Returns the tests that are kept of a report. */
export function casesOf({ cases }: Pick<JobReport, 'cases'>): TestCase[] {
  return cases === null ? [] : (JSON.parse(cases) as TestCase[]);
}

function presentTestCase({ status, name, classname, time, output }: TestCase): z.output<typeof TestCaseView> {
  const given = Array.isArray(output) ? [...(output as [])] : (output as string | null);
  return { status, name, classname, execution_time: time, system_output: given, stack_trace: null };
}

/** Groups reports by the suites of their jobs. */
export function suitesIn(reports: readonly JobReport[]): (readonly [name: string, reports: JobReport[]])[] {
  return [...Map.groupBy(reports, ({ name }) => suiteName(name))];
}

export function countsOf(reports: readonly JobReport[]): Counts {
  const sum = (of: (report: JobReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const counts = {
    ...{
      success_count: sum(({ counts: { success } }) => success),
      failed_count: sum(({ counts: { failed } }) => failed),
    },
    ...{ skipped_count: sum(({ counts: { skipped } }) => skipped), error_count: sum(({ counts: { error } }) => error) },
  };
  const total = Object.values(counts).reduce((all, count) => all + count, 0);
  return { total_time: sum(({ totalTime }) => totalTime), total_count: total, ...counts };
}

/** Returns the first error. */
export function errorOf(reports: readonly JobReport[]): string | null {
  return reports.find(({ suiteError: error }) => error !== null)?.suiteError ?? null;
}
