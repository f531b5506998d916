import { REPORT_TYPES, type ReportType } from '../../artifacts/file-types.js';
import { areTexts, checkKeys, field, isFields, isGiven, isText, text } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';

/** Paths of the reports of a job by their type. The runner uploads those of each type as one file. */
export type Reports = Readonly<Partial<Record<ReportType, readonly string[]>>>;

/** Those of `coverage_report`. */
const COVERAGE_FORMATS: readonly ReportType[] = ['cobertura', 'jacoco'];
const KINDS = REPORT_TYPES.filter((type) => type !== 'jacoco');

/** @throws ConfigurationInvalid */
export function reportsIn(place: string, value: unknown): Reports | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, [...KINDS, 'coverage_report']);
  const given = KINDS.map((kind) => [kind, pathsIn(`${place} ${kind}`, field(value, kind))] as const);
  const coverage = coverageReport(`${place}:coverage_report`, field(value, 'coverage_report'));
  return Object.fromEntries([...given.filter(([, paths]) => paths.length > 0), ...coverage]);
}

function pathsIn(place: string, value: unknown): readonly string[] {
  if (!isGiven(value)) return [];
  const paths = isText(value) ? [value] : value;
  if (!areTexts(paths)) throw invalid(place, 'should be an array of strings or a string');
  return paths;
}

function coverageReport(place: string, value: unknown): (readonly [ReportType, readonly string[]])[] {
  if (!isGiven(value)) return [];
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['coverage_format', 'path']);
  const given = text(`${place} coverage format`, field(value, 'coverage_format'));
  const format = COVERAGE_FORMATS.find((each) => each === given);
  if (!format) throw invalid(place, 'coverage format must be one of supported formats: cobertura, jacoco');
  const path = text(`${place} path`, field(value, 'path'));
  if (path === null) throw invalid(place, "path can't be blank");
  return [[format, [path]]];
}
