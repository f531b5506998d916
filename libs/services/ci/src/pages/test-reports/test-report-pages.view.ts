import type { ProjectAccess } from '@hearth/contract-kit';
import { presentPageProject, type PageProject } from '@hearth/pages';
import type { TestCase } from '../../test-reports/junit.rules.js';
import { casesOf, countsOf, errorOf, suitesIn } from '../../test-reports/test-report.view.js';
import type { JobReport } from '../../test-reports/test-reports.store.js';
import { presentStatus, type ShownStatus } from '../page-texts.js';

/** Data of the page of a test report. */
export interface TestReportPageData {
  readonly 'test-report': {
    readonly title: string;
    readonly project: PageProject;
    readonly pipelineId: number;
    readonly summary: string;
    readonly suites: readonly SuiteView[];
  };
}

interface SuiteView {
  readonly name: string;
  readonly summary: string;
  readonly error: string | null;
  readonly cases: readonly {
    readonly status: ShownStatus;
    readonly name: string;
    readonly classname: string | null;
    readonly time: string;
    readonly output: string | null;
  }[];
  /** Whether the suite has more tests than the page shows. */
  readonly isCut: boolean;
}

/** Tests that the page shows of a suite. */
const MOST_CASES = 200;
/** UTF-16 units of an output that the page shows. */
const LONGEST_OUTPUT = 4_000;

export function presentTestReportPage(
  access: ProjectAccess,
  pipelineId: number,
  reports: readonly JobReport[],
): TestReportPageData['test-report'] {
  const project = presentPageProject(access, 'pipelines');
  return {
    title: `Tests of pipeline #${pipelineId} · ${project.fullPath}`,
    project,
    pipelineId,
    summary: summaryText(reports),
    suites: suitesIn(reports).map(([name, ofSuite]) => presentSuite(name, ofSuite)),
  };
}

function presentSuite(name: string, reports: readonly JobReport[]): SuiteView {
  const cases = reports.flatMap(casesOf);
  return {
    name,
    summary: summaryText(reports),
    error: errorOf(reports),
    cases: cases.slice(0, MOST_CASES).map((each) => ({
      status: presentStatus(each.status === 'error' ? 'failed' : each.status),
      name: each.name ?? 'without a name',
      classname: each.classname,
      time: `${Number(each.time.toFixed(2))} s`,
      output: outputText(each.output),
    })),
    isCut: countsOf(reports).total_count > Math.min(cases.length, MOST_CASES),
  };
}

/** Returns the numbers of tests: `12 tests, 1 failed, 2 skipped`. */
export function summaryText(reports: readonly JobReport[]): string {
  const { total_count: total, failed_count: failed, error_count: errors, skipped_count: skipped } = countsOf(reports);
  const parts = [
    `${total} ${total === 1 ? 'test' : 'tests'}`,
    ...(failed + errors > 0 ? [`${failed + errors} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return parts.join(', ');
}

function outputText(output: TestCase['output']): string | null {
  if (output === null) return null;
  const texts = [output].flat().map((each) => (typeof each === 'string' ? each : Object.values(each).join('\n')));
  const text = texts.join('\n').trim();
  return text === '' ? null : text.slice(0, LONGEST_OUTPUT);
}
