import { areTexts, checkKeys, field, isFields, isGiven } from './checks.rules.js';
import { invalid } from './configuration-invalid.js';

/** One of the jobs that `parallel` makes of a job. */
export interface ParallelJob {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
}

const MOST_JOBS = 200;

/** Reads `parallel`: a number, or a matrix of variables. @returns undefined for a job that stays one @throws ConfigurationInvalid */
export function parallelIn(place: string, name: string, value: unknown): readonly ParallelJob[] | undefined {
  if (!isGiven(value)) return undefined;
  const jobs = isFields(value) ? matrixJobs(place, name, value) : numberedJobs(place, name, value);
  return jobs.map((job, index) => ({
    name: job.name,
    variables: { ...job.variables, CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: String(jobs.length) },
  }));
}

/** Returns whether a job, or one of those that `parallel` makes of it, has a name. */
export function isOfJob(name: string, job: string): boolean {
  return name.startsWith(job) && /^(?:| \d+\/\d+|: \[.*\])$/s.test(name.slice(job.length));
}

function numberedJobs(place: string, name: string, value: unknown): ParallelJob[] {
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > MOST_JOBS)
    throw invalid(place, `config must be an integer from 1 to ${MOST_JOBS}, or a matrix`);
  const total = Number(value);
  return Array.from({ length: total }, (_, index) => ({ name: `${name} ${index + 1}/${total}`, variables: {} }));
}

function matrixJobs(place: string, name: string, value: Readonly<Record<string, unknown>>): ParallelJob[] {
  checkKeys(place, value, ['matrix']);
  const rows = field(value, 'matrix');
  if (!Array.isArray(rows) || rows.length === 0)
    throw invalid(`${place}:matrix`, 'config should be an array of hashes');
  const jobs: ParallelJob[] = [];
  for (const row of rows as unknown[]) {
    for (const variables of combinations(`${place}:matrix`, row, MOST_JOBS - jobs.length))
      jobs.push({ name: `${name}: [${Object.values(variables).join(', ')}]`, variables });
  }
  return jobs;
}

/** Returns every combination of the values of a row. */
function combinations(place: string, row: unknown, most: number): Readonly<Record<string, string>>[] {
  if (!isFields(row) || Object.keys(row).length === 0) throw invalid(place, 'config should be an array of hashes');
  let all: Readonly<Record<string, string>>[] = [{}];
  for (const [key, given] of Object.entries(row)) {
    const values: unknown = (Array.isArray(given) ? given : [given]).map((each: unknown) =>
      typeof each === 'number' || typeof each === 'boolean' ? String(each) : each,
    );
    if (!areTexts(values) || values.length === 0)
      throw invalid(`${place}:${key}`, 'config should be a string or an array of strings');
    if (all.length * values.length > most) throw invalid(place, `generates too many jobs (maximum is ${MOST_JOBS})`);
    all = all.flatMap((before) => values.map((each) => ({ ...before, [key]: each })));
  }
  return all;
}
