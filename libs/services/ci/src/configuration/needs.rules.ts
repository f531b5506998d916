import { boolean, checkKeys, field, isBlank, isFields, isGiven, isText, text, type Fields } from './checks.rules.js';
import { ConfigurationInvalid, each, invalid, ofParts, together } from './configuration-invalid.js';
import { isOtherNeed, otherJobsIn, type OtherJob } from './other-jobs.rules.js';
import { parallelIn } from './parallel.rules.js';

/** Another job of the pipeline that a job waits for. */
export interface Need {
  readonly job: string;
  /** Whether the job gets its artifacts. */
  readonly artifacts: boolean;
  /** Whether the pipeline may be without it. */
  readonly optional: boolean;
}

const MOST_NEEDS = 50;

/** Jobs that a job needs. */
export interface Needs {
  readonly jobs: readonly Need[];
  /** Jobs of other pipelines, which it does not wait for. */
  readonly others: readonly OtherJob[];
}

/** Reads the `needs` of a job. @throws ConfigurationInvalid */
export function needsIn(place: string, value: unknown): Needs | undefined {
  const needs = listIn(place, value);
  return (
    needs && {
      jobs: needs.filter((need) => !isOtherNeed(need)).flatMap((need) => needIn(`${place}:need`, need)),
      others: otherJobsIn(place, needs.filter(isOtherNeed)),
    }
  );
}

/** Returns whether a need is the newest pipeline of another project, whose status a bridge has. */
function isUpstreamNeed(need: unknown): need is Fields {
  return isFields(need) && Object.hasOwn(need, 'pipeline') && !isOtherNeed(need);
}

/** Returns whether `needs` makes a bridge of a job that has neither `script` nor `trigger`. */
export function needsUpstream(value: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).some(isUpstreamNeed);
}

/** Needs of a bridge. */
export interface BridgeNeeds {
  readonly jobs: readonly Need[] | undefined;
  /** Full path of the project whose newest pipeline it mirrors. */
  readonly upstream: string | undefined;
}

/** Reads the `needs` of a bridge. Without jobs among them, it waits for the earlier stages. @throws ConfigurationInvalid */
export function bridgeNeedsIn(place: string, value: unknown, startsPipeline: boolean): BridgeNeeds {
  const needs = listIn(place, value);
  const upstreams = needs?.filter(isUpstreamNeed) ?? [];
  // A bridge has the status of one pipeline: of the one that it starts, or of the one that it needs.
  if (startsPipeline && upstreams.length > 0)
    throw invalid(place, 'config these keys cannot be used together: trigger, needs:pipeline');
  if (upstreams.length > 1) throw invalid(place, 'config should contain at most one bridge need');
  const jobs = ownNeedsIn(
    place,
    needs?.filter((need) => !isUpstreamNeed(need)),
  );
  const [upstream] = upstreams.map((need) => upstreamIn(`${place}:need`, need));
  return { jobs: upstream !== undefined && jobs?.length === 0 ? undefined : jobs, upstream };
}

function upstreamIn(place: string, need: Fields): string {
  checkKeys(place, need, ['pipeline']);
  const project = text(`${place} pipeline`, field(need, 'pipeline'));
  if (isBlank(project)) throw invalid(place, "pipeline can't be blank");
  return project!;
}

/** Reads the `needs` of a rule, or those jobs of a bridge's that are in its pipeline. @throws ConfigurationInvalid */
export function ownNeedsIn(place: string, value: unknown): readonly Need[] | undefined {
  const needs = listIn(place, value);
  if (needs?.some(isOtherNeed)) throw invalid(place, 'config uses invalid types: cross_dependency');
  return needs?.flatMap((need) => needIn(`${place}:need`, need));
}

function listIn(place: string, value: unknown): readonly unknown[] | undefined {
  if (!isGiven(value)) return undefined;
  const needs: unknown = isFields(value) ? [value] : value;
  if (!Array.isArray(needs)) throw invalid(place, 'config can only be a hash or an array');
  if (needs.length > MOST_NEEDS) throw invalid(place, `config has too many entries (maximum is ${MOST_NEEDS})`);
  return needs;
}

/** Returns a need, or with a matrix one of each job that it makes. */
function needIn(place: string, value: unknown): readonly Need[] {
  const fields = isText(value) ? { job: value } : value;
  if (!isFields(fields)) throw invalid(place, 'config has an unsupported type');
  checkKeys(place, fields, ['job', 'artifacts', 'optional', 'parallel']);
  const job = text(`${place} job`, field(fields, 'job'));
  if (job === null || job === '') throw invalid(place, "job can't be blank");
  const artifacts = boolean(`${place} artifacts`, field(fields, 'artifacts')) ?? true;
  const optional = boolean(`${place} optional`, field(fields, 'optional')) ?? false;
  return partsIn(`${place}:parallel`, job, field(fields, 'parallel')).map((name) => ({
    job: name,
    artifacts,
    optional,
  }));
}

function partsIn(place: string, job: string, parallel: unknown): readonly string[] {
  if (!isGiven(parallel)) return [job];
  if (!isFields(parallel)) throw invalid(place, 'cannot use "parallel: <number>"');
  return parallelIn(place, job, parallel)!.map(({ name }) => name);
}

/** Job with the stage in which it runs, and the jobs that it waits for. */
export interface NeedyJob {
  readonly name: string;
  /** Its name in the configuration, which parallel jobs share. */
  readonly configured: string;
  /** Order of its stage. */
  readonly place: number;
  /** Names of other jobs; undefined: all jobs of earlier stages. */
  readonly needs: readonly string[] | undefined;
}

/** @throws ConfigurationInvalid for needs of unknown jobs and of later stages, and for jobs that need each other */
export function checkNeeds(jobs: readonly NeedyJob[]): void {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const checkNeed = ({ name, place }: NeedyJob, need: string) => {
    const needed = byName.get(need);
    if (!needed) throw new ConfigurationInvalid(`${name} job: undefined need: ${need}`);
    if (needed.place > place)
      throw new ConfigurationInvalid(`${name} job: need ${need} is not defined in current or prior stages`);
  };
  const checkNeedsOf = (job: NeedyJob) => each(job.needs ?? [], (need) => checkNeed(job, need));
  together({
    needs: () => ofParts(jobs, (parts) => parts.forEach(checkNeedsOf)),
    circles: () => checkCircles(byName),
  });
}

function checkCircles(jobs: ReadonlyMap<string, NeedyJob>): void {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (done.has(name)) return;
    if (open.has(name))
      throw new ConfigurationInvalid(`The pipeline has circular dependencies: ${[...open, name].join(', ')}`);
    open.add(name);
    for (const need of jobs.get(name)?.needs ?? []) visit(need);
    open.delete(name);
    done.add(name);
  };
  for (const name of jobs.keys()) visit(name);
}
