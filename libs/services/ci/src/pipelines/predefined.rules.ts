import type { CommitCard } from '@hearth/repository-contracts';
import { presentTime } from '@hearth/repository-contracts/plain';
import type { UserCard } from '@hearth/identity-contracts';
import type { ProjectName } from '@hearth/projects-contracts';
import type { When } from '../builds/stages.rules.js';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import type { BuildVariable, ConfiguredVariables } from '../variables/variable.rules.js';
import { mergeRequestVariables, type PipelineMergeRequest } from './merge-request-variables.rules.js';

/** Default path of the configuration. */
export const CONFIG_PATH = '.gitlab-ci.yml';
/** Id for pipelines without a push. */
export const NO_SHA = '0'.repeat(40);
/** Version of the API that runners and scripts see. */
const VERSION = '10.4.0';
/** Longest part of a host name. */
const LONGEST_SLUG = 63;

/** Data that all jobs of a pipeline share. */
export interface PipelineContext {
  readonly project: Pick<ProjectName, 'id' | 'name' | 'fullPath' | 'description' | 'visibility' | 'defaultBranch'>;
  readonly pipeline: {
    /** Null or a placeholder text while the pipeline is planned. */
    readonly id: number | string | null;
    /** As `id`. */
    readonly iid: number | string | null;
    /** Undefined while the pipeline is planned. */
    readonly name?: string | null;
    /** Null while the pipeline is planned. */
    readonly createdAt: Date | null;
    readonly source: PipelineSource;
    readonly ref: string;
    readonly tag: boolean;
    readonly sha: string;
    readonly beforeSha: string | null;
    /** Path of its configuration. */
    readonly configPath: string;
  };
  /** Null or undefined for a pipeline of a branch or tag. */
  readonly mergeRequest?: PipelineMergeRequest | null;
  /** References of open merge requests from its branch, separated by commas; null or undefined without one. */
  readonly openMergeRequests?: string | null;
  /** Null when the repository no longer has it. */
  readonly commit: Pick<CommitCard, 'author' | 'committer' | 'message'> | null;
  /** Whether the ref is protected. */
  readonly protected: boolean;
  /** Null when no user started it. */
  readonly user: UserCard | null;
}

/** The environment of a job. */
export interface EnvironmentContext {
  readonly name: string;
  /** Undefined when the project has no such environment. */
  readonly slug?: string | undefined;
  readonly url?: string | null;
  readonly action?: string;
  readonly tier?: string;
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
  readonly startedAt: Date | null;
  readonly timeoutSeconds: number;
  /** Scheme, host and port that the runner used. */
  readonly baseUrl: string;
}

export interface JobContext extends PipelineContext {
  readonly job: { readonly name: string; readonly stage: string; readonly when: When };
  /** Null until a runner has taken the job. */
  readonly run: RunContext | null;
}

type PredefinedContext = Omit<JobContext, 'job'>;

/** Most UTF-16 units of a commit message. */
const MOST_MESSAGE = 32_768;

/** Returns the variables that Hearth gives to every job, without those of the job itself, its user and environment. */
export function predefined(context: PredefinedContext): readonly BuildVariable[] {
  return [
    ...projectVariables(context),
    ...pipelineVariables(context),
    ...laterVariables(context),
    ...(context.mergeRequest ? given(mergeRequestVariables(context.mergeRequest, context.run?.baseUrl)) : []),
    ...runnerVariables(context),
  ];
}

/** Returns the repository's URL for the runner, with the credentials of the job. */
export function repositoryUrl({ fullPath }: PipelineContext['project'], { baseUrl, token }: RunContext): string {
  const url = new URL(`${baseUrl}/${fullPath}.git`);
  url.username = 'gitlab-ci-token';
  url.password = token;
  return url.toString();
}

/** Returns those that depend on the job. */
export function jobVariables({ project, pipeline, mergeRequest, job, run }: JobContext): readonly BuildVariable[] {
  const { tag, sha, beforeSha } = pipeline;
  const ref = mergeRequest?.sourceBranch ?? pipeline.ref;
  const isManual = job.when === 'manual' || job.when === 'delayed';
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
      ...{ CI_JOB_NAME: job.name, CI_JOB_NAME_SLUG: slug(job.name), CI_JOB_STAGE: job.stage },
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

function projectVariables({ project: { id, fullPath, visibility }, run }: PredefinedContext): BuildVariable[] {
  const at = fullPath.lastIndexOf('/');
  return listed({
    ...{ CI_PROJECT_ID: String(id), CI_PROJECT_NAME: fullPath.slice(at + 1), CI_PROJECT_PATH: fullPath },
    ...{ CI_PROJECT_PATH_SLUG: slug(fullPath), CI_PROJECT_NAMESPACE: fullPath.slice(0, at) },
    ...(run && { CI_PROJECT_URL: `${run.baseUrl}/${fullPath}` }),
    CI_PROJECT_VISIBILITY: visibility,
  });
}

function pipelineVariables({ pipeline: { id, configPath, source } }: PredefinedContext): BuildVariable[] {
  return listed({
    ...(id !== null && { CI_PIPELINE_ID: String(id) }),
    ...{ CI_CONFIG_PATH: configPath, CI_PIPELINE_SOURCE: source },
  });
}

/** Variables of later releases: one row for each of those whose meaning Hearth has; undefined ones are left out. */
function laterVariables(context: PredefinedContext): BuildVariable[] {
  const { project, pipeline, mergeRequest, commit, run, protected: isProtected } = context;
  const { id, iid, createdAt, ref, tag, sha, beforeSha } = pipeline;
  const { fullPath, name, description, defaultBranch } = project;
  const server = run ? new URL(run.baseUrl) : undefined;
  const projectUrl = server && `${run!.baseUrl}/${fullPath}`;
  const message = commit?.message.slice(0, MOST_MESSAGE);
  const title = message?.split('\n', 1)[0];
  const [major, minor, patch] = VERSION.split('.');
  const namespace = fullPath.slice(0, fullPath.lastIndexOf('/'));
  return given({
    CI_SERVER: 'yes',
    CI_SERVER_URL: run?.baseUrl,
    CI_SERVER_PROTOCOL: server?.protocol.slice(0, -1),
    CI_SERVER_HOST: server?.hostname,
    CI_SERVER_PORT: server && (server.port || (server.protocol === 'https:' ? '443' : '80')),
    CI_SERVER_FQDN: server?.host,
    CI_SERVER_VERSION_MAJOR: major,
    CI_SERVER_VERSION_MINOR: minor,
    CI_SERVER_VERSION_PATCH: patch,
    CI_API_V4_URL: run && `${run.baseUrl}/api/v4`,
    CI_PROJECT_TITLE: name,
    CI_PROJECT_DESCRIPTION: description ?? undefined,
    CI_PROJECT_ROOT_NAMESPACE: fullPath.slice(0, fullPath.indexOf('/')),
    CI_PROJECT_NAMESPACE_SLUG: slug(namespace),
    CI_DEFAULT_BRANCH: defaultBranch ?? undefined,
    CI_DEFAULT_BRANCH_SLUG: defaultBranch === null ? undefined : slug(defaultBranch),
    CI_PIPELINE_IID: iid === null ? undefined : String(iid),
    CI_PIPELINE_NAME: pipeline.name,
    CI_PIPELINE_CREATED_AT: createdAt?.toISOString(),
    CI_PIPELINE_URL: projectUrl && id !== null ? `${projectUrl}/-/pipelines/${id}` : undefined,
    CI_COMMIT_SHORT_SHA: sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: beforeSha ?? NO_SHA,
    CI_COMMIT_BRANCH: tag || mergeRequest ? undefined : ref,
    CI_OPEN_MERGE_REQUESTS: context.openMergeRequests,
    CI_COMMIT_REF_PROTECTED: String(isProtected),
    CI_COMMIT_MESSAGE: message,
    CI_COMMIT_TITLE: title,
    CI_COMMIT_DESCRIPTION: message?.slice(title!.length).replace(/^\n+/, ''),
    CI_COMMIT_TIMESTAMP: commit ? presentTime(commit.committer) : undefined,
    CI_COMMIT_AUTHOR: commit ? `${commit.author.name} <${commit.author.email}>` : undefined,
    CI_NODE_TOTAL: '1',
    CI_JOB_URL: projectUrl && `${projectUrl}/-/jobs/${run!.id}`,
    CI_JOB_STARTED_AT: run?.startedAt?.toISOString(),
    CI_JOB_TIMEOUT: run ? String(run.timeoutSeconds) : undefined,
  });
}

function given(values: Readonly<Record<string, string | null | undefined>>): BuildVariable[] {
  const present = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return listed(Object.fromEntries(present));
}

function runnerVariables({ run }: PredefinedContext): BuildVariable[] {
  if (!run) return [];
  const { id, description, tags } = run.runner;
  return listed({
    CI_RUNNER_ID: String(id ?? ''),
    CI_RUNNER_DESCRIPTION: description ?? '',
    CI_RUNNER_TAGS: tags.join(', '),
  });
}

export function userVariables({ user }: JobContext): BuildVariable[] {
  if (!user) return [];
  const { id, email = '', username, name } = user;
  return listed({
    ...{ GITLAB_USER_ID: String(id), GITLAB_USER_EMAIL: email },
    ...{ GITLAB_USER_LOGIN: username, GITLAB_USER_NAME: name },
  });
}

export function environmentVariables(environment: EnvironmentContext | null): BuildVariable[] {
  if (!environment) return [];
  const { name, slug: ofName, url, action, tier } = environment;
  return listed({
    CI_ENVIRONMENT_NAME: name,
    ...(ofName !== undefined && { CI_ENVIRONMENT_SLUG: ofName }),
    ...(url && { CI_ENVIRONMENT_URL: url }),
    ...(action !== undefined && { CI_ENVIRONMENT_ACTION: action }),
    ...(tier !== undefined && { CI_ENVIRONMENT_TIER: tier }),
  });
}

/** Returns the variables of a map. */
export function listed(values: ConfiguredVariables): BuildVariable[] {
  return Object.entries(values).map(([key, value]) => ({
    ...{ key, public: true },
    ...(typeof value === 'string' ? { value } : value),
  }));
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
