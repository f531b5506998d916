import type { ProjectCard } from '@hearth/contract-kit';
import type { UserCard } from '@hearth/identity-contracts';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import type { When } from '../builds/stages.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';

/** Default path of the configuration. */
export const CONFIG_PATH = '.gitlab-ci.yml';
/** Id for pipelines without a push. */
export const NO_SHA = '0'.repeat(40);
/** Version of the API that runners and scripts see. */
const VERSION = '10.4.0';
/** Most UTF-16 units that variables may add to one text. */
const MOST_EXPANDED = 4_096;
/** Longest part of a host name. */
const LONGEST_SLUG = 63;

/** Data that all jobs of a pipeline share. */
export interface PipelineContext {
  readonly project: Pick<ProjectCard, 'id' | 'fullPath' | 'visibility'>;
  readonly pipeline: {
    /** Null or a placeholder text while the pipeline is planned. */
    readonly id: number | string | null;
    readonly source: PipelineSource;
    readonly ref: string;
    readonly tag: boolean;
    readonly sha: string;
    readonly beforeSha: string | null;
    /** Path of its configuration. */
    readonly configPath: string;
  };
  /** Null when no user started it. */
  readonly user: UserCard | null;
}

/** The environment of a job. */
export interface EnvironmentContext {
  readonly name: string;
  /** Undefined when the project has no such environment. */
  readonly slug?: string | undefined;
  readonly url?: string | null;
}

/** Data of a job that a runner has taken. */
export interface RunContext {
  readonly id: number;
  readonly token: string;
  readonly runner: {
    readonly id: number | null;
    readonly description: string | null;
    readonly tags: readonly string[];
  };
  /** Scheme, host and port that the runner used. */
  readonly baseUrl: string;
}

export interface JobContext extends PipelineContext {
  readonly job: { readonly name: string; readonly stage: string; readonly when: When };
  /** Null until a runner has taken the job. */
  readonly run: RunContext | null;
}

/** Variables that are not predefined. */
export interface VariableSources {
  /** Of the configuration, for all jobs. */
  readonly common: readonly BuildVariable[];
  /** Of the configuration, for this job. */
  readonly configured: readonly BuildVariable[];
  /** Of the project's groups, the project and the pipeline. */
  readonly secrets: readonly BuildVariable[];
  readonly environment: EnvironmentContext | null;
}

/** Values by the keys of their variables. */
export interface Values {
  get(key: string): string | undefined;
}

/** Returns all variables of a job. Of those with the same key, the last one counts. */
export function variablesOf(context: JobContext, sources: VariableSources): readonly BuildVariable[] {
  return layersOf(context, sources).flat();
}

/** Returns the effective values of these variables. */
export function valuesOf(context: JobContext, sources: VariableSources): Values {
  const layers = layersOf(context, sources).map(byKey).toReversed();
  return { get: (key) => layers.find((layer) => layer.has(key))?.get(key) };
}

function layersOf(
  context: JobContext,
  { common, configured, secrets, environment }: VariableSources,
): readonly (readonly BuildVariable[])[] {
  return [
    jobVariables(context),
    projectVariables(context),
    pipelineVariables(context),
    runnerVariables(context),
    common,
    configured,
    userVariables(context),
    secrets,
    environmentVariables(environment),
  ];
}

const maps = new WeakMap<readonly BuildVariable[], ReadonlyMap<string, string>>();

/** Cached: a thousand jobs may have the same thousand variables. */
function byKey(variables: readonly BuildVariable[]): ReadonlyMap<string, string> {
  const map = maps.get(variables) ?? new Map(variables.map(({ key, value }) => [key, value]));
  maps.set(variables, map);
  return map;
}

/** Returns the repository's URL for the runner, with the credentials of the job. */
export function repositoryUrl({ fullPath }: PipelineContext['project'], { baseUrl, token }: RunContext): string {
  const url = new URL(`${baseUrl}/${fullPath}.git`);
  url.username = 'gitlab-ci-token';
  url.password = token;
  return url.toString();
}

function jobVariables({ project, pipeline, job, run }: JobContext): BuildVariable[] {
  const { ref, tag, sha, beforeSha } = pipeline;
  const isManual = job.when === 'manual';
  const isTriggered = pipeline.source === 'trigger';
  return [
    ...listed({
      ...{
        CI: 'true',
        GITLAB_CI: 'true',
        CI_SERVER_NAME: 'GitLab',
        CI_SERVER_VERSION: VERSION,
        CI_SERVER_REVISION: '',
      },
      ...(run && { CI_JOB_ID: String(run.id) }),
      ...{ CI_JOB_NAME: job.name, CI_JOB_STAGE: job.stage },
    }),
    ...(run ? hidden({ CI_JOB_TOKEN: run.token }) : []),
    ...listed({ CI_COMMIT_SHA: sha, CI_COMMIT_REF_NAME: ref, CI_COMMIT_REF_SLUG: slug(ref) }),
    ...(run ? hidden({ CI_REPOSITORY_URL: repositoryUrl(project, run) }) : []),
    ...listed({
      ...(tag && { CI_COMMIT_TAG: ref }),
      ...(isTriggered && { CI_PIPELINE_TRIGGERED: 'true' }),
      ...(isManual && { CI_JOB_MANUAL: 'true' }),
      ...(run && { CI_BUILD_ID: String(run.id) }),
    }),
    ...(run ? hidden({ CI_BUILD_TOKEN: run.token }) : []),
    ...listed({
      ...{ CI_BUILD_REF: sha, CI_BUILD_BEFORE_SHA: beforeSha ?? NO_SHA, CI_BUILD_REF_NAME: ref },
      ...{ CI_BUILD_REF_SLUG: slug(ref), CI_BUILD_NAME: job.name, CI_BUILD_STAGE: job.stage },
      ...(tag && { CI_BUILD_TAG: ref }),
      ...(isTriggered && { CI_BUILD_TRIGGERED: 'true' }),
      ...(isManual && { CI_BUILD_MANUAL: 'true' }),
    }),
  ];
}

function projectVariables({ project: { id, fullPath, visibility }, run }: JobContext): BuildVariable[] {
  const at = fullPath.lastIndexOf('/');
  return listed({
    ...{ CI_PROJECT_ID: String(id), CI_PROJECT_NAME: fullPath.slice(at + 1), CI_PROJECT_PATH: fullPath },
    ...{ CI_PROJECT_PATH_SLUG: slug(fullPath), CI_PROJECT_NAMESPACE: fullPath.slice(0, at) },
    ...(run && { CI_PROJECT_URL: `${run.baseUrl}/${fullPath}` }),
    CI_PROJECT_VISIBILITY: visibility,
  });
}

function pipelineVariables({ pipeline: { id, configPath, source } }: JobContext): BuildVariable[] {
  return listed({
    ...(id !== null && { CI_PIPELINE_ID: String(id) }),
    ...{ CI_CONFIG_PATH: configPath, CI_PIPELINE_SOURCE: source },
  });
}

function runnerVariables({ run }: JobContext): BuildVariable[] {
  if (!run) return [];
  const { id, description, tags } = run.runner;
  return listed({
    CI_RUNNER_ID: String(id ?? ''),
    CI_RUNNER_DESCRIPTION: description ?? '',
    CI_RUNNER_TAGS: tags.join(', '),
  });
}

function userVariables({ user }: JobContext): BuildVariable[] {
  if (!user) return [];
  const { id, email = '', username, name } = user;
  return listed({
    ...{ GITLAB_USER_ID: String(id), GITLAB_USER_EMAIL: email },
    ...{ GITLAB_USER_LOGIN: username, GITLAB_USER_NAME: name },
  });
}

function environmentVariables(environment: EnvironmentContext | null): BuildVariable[] {
  if (!environment) return [];
  const { name, slug: ofName, url } = environment;
  return listed({
    CI_ENVIRONMENT_NAME: name,
    ...(ofName !== undefined && { CI_ENVIRONMENT_SLUG: ofName }),
    ...(url && { CI_ENVIRONMENT_URL: url }),
  });
}

/** Returns the variables of a map. */
export function listed(values: Readonly<Record<string, string>>): BuildVariable[] {
  return Object.entries(values).map(([key, value]) => ({ key, value, public: true }));
}

function hidden(values: Readonly<Record<string, string>>): BuildVariable[] {
  return Object.entries(values).map(([key, value]) => ({ key, value, public: false }));
}

/** Returns lower-case letters, digits and dashes, as host names may contain them. */
export function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]/g, '-');
  const characters = [...dashed.slice(0, LONGEST_SLUG)];
  const isLetter = (character: string) => character !== '-';
  const [first, last] = [characters.findIndex(isLetter), characters.findLastIndex(isLetter)];
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

/** Expands variables in a text: `$A`, `${A}` and `%A%`. Unset variables, and values beyond the limit, are replaced by nothing. */
export function expanded(text: string, variables: Values): string {
  let room = MOST_EXPANDED;
  return text.replace(
    /\$(?<plain>[a-zA-Z_]\w*)|\$\{(?<braced>[a-zA-Z_]\w*)\}|%(?<percent>[a-zA-Z_]\w*)%/g,
    (_, plain?: string, braced?: string, percent?: string) => {
      const value = variables.get((plain ?? braced ?? percent)!) ?? '';
      room -= value.length;
      return room < 0 ? '' : value;
    },
  );
}
