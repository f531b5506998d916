import { areTexts, checkKeys, field, isFields, isGiven, isText, text } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';

/** Reports among the artifacts of a job. */
export interface Reports {
  /** Paths of the files, as in `artifacts: paths`. */
  readonly paths: readonly string[];
  /** Paths of the files with variables for the jobs that get the artifacts. */
  readonly dotenv: readonly string[];
}

/** Reports whose files are artifacts like others. */
const KINDS = [
  ...['junit', 'cobertura', 'codequality', 'terraform', 'metrics', 'performance', 'browser_performance', 'annotations'],
  ...['load_performance', 'accessibility', 'requirements', 'cyclonedx', 'sast', 'dast', 'secret_detection'],
  ...['dependency_scanning', 'container_scanning', 'cluster_image_scanning', 'license_scanning', 'api_fuzzing'],
  ...['coverage_fuzzing', 'repository_xray'],
];

/** @throws ConfigurationInvalid */
export function reportsIn(place: string, value: unknown): Reports | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, [...KINDS, 'dotenv', 'coverage_report']);
  const dotenv = pathsIn(`${place} dotenv`, field(value, 'dotenv')).map((path) => path.replace(/^\.\//, ''));
  // The variables are read from the archive, whose paths are those of files.
  if (dotenv.some((path) => /[*?[{$%]/.test(path))) throw invalid(`${place} dotenv`, 'should be paths of files');
  const others = KINDS.flatMap((kind) => pathsIn(`${place} ${kind}`, field(value, kind)));
  const coverage = coverageReport(`${place}:coverage_report`, field(value, 'coverage_report'));
  return { paths: [...others, ...coverage, ...dotenv], dotenv };
}

function pathsIn(place: string, value: unknown): readonly string[] {
  if (!isGiven(value)) return [];
  const paths = isText(value) ? [value] : value;
  if (!areTexts(paths)) throw invalid(place, 'should be an array of strings or a string');
  return paths;
}

function coverageReport(place: string, value: unknown): readonly string[] {
  if (!isGiven(value)) return [];
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['coverage_format', 'path']);
  const format = text(`${place} coverage format`, field(value, 'coverage_format'));
  if (format !== 'cobertura' && format !== 'jacoco')
    throw invalid(place, 'coverage format must be one of supported formats: cobertura, jacoco');
  const path = text(`${place} path`, field(value, 'path'));
  if (path === null) throw invalid(place, "path can't be blank");
  return [path];
}
