/** Formats in which runners upload files: `gzip` holds a member for each file. */
export const FILE_FORMATS = ['zip', 'gzip', 'raw'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Types of reports, with the format and the name of their files. */
const REPORTS = {
  junit: ['gzip', 'junit.xml'],
  dotenv: ['gzip', '.env'],
  cobertura: ['gzip', 'cobertura-coverage.xml'],
  jacoco: ['gzip', 'jacoco-coverage.xml'],
  metrics: ['gzip', 'metrics.txt'],
  cyclonedx: ['gzip', 'gl-sbom.cdx.json'],
  annotations: ['gzip', 'gl-annotations.json'],
  repository_xray: ['gzip', 'gl-repository-xray.json'],
  lsif: ['zip', 'lsif.json'],
  scip: ['zip', 'index.scip'],
  codequality: ['raw', 'gl-code-quality-report.json'],
  accessibility: ['raw', 'gl-accessibility.json'],
  terraform: ['raw', 'tfplan.json'],
  performance: ['raw', 'performance.json'],
  browser_performance: ['raw', 'browser-performance.json'],
  load_performance: ['raw', 'load-performance.json'],
  requirements: ['raw', 'requirements.json'],
  requirements_v2: ['raw', 'requirements_v2.json'],
  sast: ['raw', 'gl-sast-report.json'],
  dast: ['raw', 'gl-dast-report.json'],
  sarif: ['raw', 'gl-sarif-report.sarif'],
  secret_detection: ['raw', 'gl-secret-detection-report.json'],
  dependency_scanning: ['raw', 'gl-dependency-scanning-report.json'],
  container_scanning: ['raw', 'gl-container-scanning-report.json'],
  cluster_image_scanning: ['raw', 'gl-cluster-image-scanning-report.json'],
  license_scanning: ['raw', 'gl-license-scanning-report.json'],
  coverage_fuzzing: ['raw', 'gl-coverage-fuzzing.json'],
  api_fuzzing: ['raw', 'gl-api-fuzzing-report.json'],
} as const satisfies Record<string, readonly [format: FileFormat, name: string]>;

export type ReportType = keyof typeof REPORTS;
export const REPORT_TYPES = Object.keys(REPORTS) as readonly ReportType[];

/** Type of an uploaded file: the archive of `artifacts: paths`, or a report. */
export type FileType = 'archive' | ReportType;
export const FILE_TYPES: readonly [FileType, ...FileType[]] = ['archive', ...REPORT_TYPES];

export function formatOf(type: FileType): FileFormat {
  return type === 'archive' ? 'zip' : REPORTS[type][0];
}

/** Returns the name of a report's file, without the ending of its format. */
export function reportName(type: ReportType): string {
  return REPORTS[type][1];
}
