import type { BuildVariable, NewBuild } from '../builds/builds.store.js';
import type { Configuration } from '../configuration/configuration.rules.js';
import type { ConfiguredJob } from '../configuration/job.rules.js';
import { isWanted, type PolicySubject } from '../configuration/policy.rules.js';
import { expanded, listed } from './variables.rules.js';

/** The default of GitLab, in seconds. */
const TIMEOUT_SECONDS = 3_600;
const SKIP = /\[(?:ci skip|skip ci)\]/i;

/** Where a job of a pipeline deploys to. */
export interface PlannedEnvironment {
  readonly name: string;
  /** Before the variables of the environment itself are put into it. */
  readonly url: string | null;
  readonly action: 'start' | 'stop';
  readonly onStop: string | null;
}

/** A job that a pipeline is to have. */
export interface PlannedBuild extends NewBuild {
  readonly environment: PlannedEnvironment | null;
}

/** Whether the message of a commit asks for no jobs. */
export function skipsCi(message: string): boolean {
  return SKIP.test(message);
}

/**
 * Plans the jobs of a pipeline, in the order of their stages.
 * @param inherited variables of the pipeline; those of the configuration win
 * @param secrets variables of groups, project and pipeline, which win over both; what they decide is kept, but not they themselves
 */
export function plannedBuilds(
  { stages, jobs }: Configuration,
  subject: Omit<PolicySubject, 'variables'> & { readonly protected: boolean },
  inherited: readonly BuildVariable[],
  secrets: readonly BuildVariable[],
): PlannedBuild[] {
  const builds = jobs.flatMap((job) => {
    const variables = [...inherited, ...named(job), ...listed(job.variables)];
    const values = valuesOf(variables, secrets);
    if (!isWanted(job.only, job.except, { ...subject, variables: values })) return [];
    return [
      { ...planned(job, variables, values), stageIndex: stages.indexOf(job.stage), protected: subject.protected },
    ];
  });
  return builds.toSorted((a, b) => a.stageIndex - b.stageIndex);
}

function named({ name, stage, when, environment }: ConfiguredJob): BuildVariable[] {
  return listed({
    CI_JOB_NAME: name,
    CI_JOB_STAGE: stage,
    ...(when === 'manual' && { CI_JOB_MANUAL: 'true' }),
    ...(environment && { CI_ENVIRONMENT_NAME: environment.name }),
  });
}

function planned(
  job: ConfiguredJob,
  variables: readonly BuildVariable[],
  values: ReadonlyMap<string, string>,
): Omit<PlannedBuild, 'stageIndex' | 'protected'> {
  const { name, stage, when, allowFailure, options, coverageRegex, tags, retries } = job;
  const environment = job.environment && { ...job.environment, name: expanded(job.environment.name, values) };
  const own = variables.map((variable) =>
    environment && variable.key === 'CI_ENVIRONMENT_NAME' ? { ...variable, value: environment.name } : variable,
  );
  return {
    ...{ name, stage, when, allowFailure, options, coverageRegex, tags, retries, environment },
    ...{ variables: own, timeoutSeconds: TIMEOUT_SECONDS },
  };
}

function valuesOf(...lists: readonly (readonly BuildVariable[])[]): Map<string, string> {
  return new Map(lists.flat().map(({ key, value }) => [key, value]));
}

/**
 * Gives a job its environment, whose slug is known now; its URL may contain any variable of the job.
 * @param secrets variables of groups, project and pipeline
 */
export function inEnvironment(
  build: PlannedBuild,
  slugOf: ReadonlyMap<string, string>,
  secrets: readonly BuildVariable[],
): NewBuild {
  const { environment, ...rest } = build;
  if (!environment) return rest;
  const slug = slugOf.get(environment.name);
  const slugs = listed(slug === undefined ? {} : { CI_ENVIRONMENT_SLUG: slug });
  const variables = [...rest.variables, ...slugs];
  const values = valuesOf(rest.variables, secrets, slugs);
  const url = environment.url === null ? null : expanded(environment.url, values);
  return {
    ...rest,
    variables: [...variables, ...listed(url === null ? {} : { CI_ENVIRONMENT_URL: url })],
    options: { ...rest.options, environment: { ...environment, url } },
  };
}
