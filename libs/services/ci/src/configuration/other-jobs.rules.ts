import { boolean, checkKeys, field, isFields, isGiven, isText, type Fields } from './checks.rules.js';
import { invalid } from './configuration-invalid.js';

/** Job of another pipeline whose artifacts a job gets, before variables are expanded in the texts. */
export type OtherJob =
  | {
      /** Full path of the project, which may be that of the job. */
      readonly project: string;
      /** Branch or tag of the pipeline. */
      readonly ref: string;
      readonly job: string;
    }
  | {
      /** Id of a pipeline that belongs to the same hierarchy. */
      readonly pipeline: string;
      readonly job: string;
    };

/** Of each kind. */
const MOST = 5;

/** Returns whether a need is one of another pipeline. */
export function isOtherNeed(need: unknown): need is Fields {
  const has = (key: string) => isFields(need) && Object.hasOwn(need, key);
  return has('project') || has('ref') || (has('pipeline') && has('job'));
}

/** Reads the needs of a job that are of other pipelines. @throws ConfigurationInvalid */
export function otherJobsIn(place: string, needs: readonly Fields[]): readonly OtherJob[] {
  const jobs = needs.flatMap((need) => otherJobIn(`${place}:need`, need) ?? []);
  const ofPipelines = jobs.filter((job) => 'pipeline' in job).length;
  if (Math.max(ofPipelines, jobs.length - ofPipelines) > MOST)
    throw invalid(place, `config must be less than or equal to ${MOST}`);
  return jobs;
}

/** Returns undefined for one whose artifacts are not wanted: the job does not wait for it either. */
function otherJobIn(place: string, need: Fields): OtherJob | undefined {
  const isOfPipeline = !Object.hasOwn(need, 'project') && !Object.hasOwn(need, 'ref');
  checkKeys(place, need, [...(isOfPipeline ? ['pipeline'] : ['project', 'ref']), 'job', 'artifacts']);
  const word = (key: string) => wordIn(place, key, field(need, key));
  const other = isOfPipeline
    ? { pipeline: word('pipeline'), job: word('job') }
    : { project: word('project'), ref: word('ref'), job: word('job') };
  return (boolean(`${place} artifacts`, field(need, 'artifacts')) ?? true) ? other : undefined;
}

/** A number may be the id of a pipeline. */
function wordIn(place: string, key: string, value: unknown): string {
  const given = key === 'pipeline' && Number.isInteger(value) ? String(value) : value;
  if (isGiven(given) && !isText(given)) throw invalid(place, `${key} should be a string`);
  if (!isGiven(given) || given.trim() === '') throw invalid(place, `${key} can't be blank`);
  return given;
}
