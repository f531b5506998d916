import type { IdTokens } from '../configuration/entries/id-tokens.rules.js';
import type { ConfiguredRelease } from '../configuration/entries/release.rules.js';
import type { Reports } from '../configuration/entries/reports.rules.js';
import type { OtherJob } from '../configuration/other-jobs.rules.js';
import type { ConfiguredTrigger } from '../configuration/entries/trigger.rules.js';
import type { RetryOn } from '../configuration/entries/retry.rules.js';
import type { EnvironmentContext } from '../pipelines/predefined.rules.js';
import type { ConfiguredVariables } from '../variables/variable.rules.js';

/** A service has `command`, `alias` and `variables` as well. */
export interface BuildImage {
  readonly name: string;
  readonly entrypoint?: readonly string[] | null;
  readonly command?: readonly string[] | null;
  readonly alias?: string | null;
  readonly variables?: ConfiguredVariables;
  readonly pullPolicies?: readonly string[];
  readonly docker?: { readonly platform?: string; readonly user?: string };
  readonly kubernetes?: { readonly user?: string };
}

/** Users who may download artifacts: those with at least this role; `all`: those who may read the job. */
export type ArtifactsAccess = 'none' | 'developer' | 'maintainer' | 'all';

export interface BuildArtifacts {
  readonly name: string | null;
  readonly untracked: boolean;
  readonly paths: readonly string[];
  readonly exclude?: readonly string[];
  readonly reports?: Reports;
  /** Name under which the job's page lists the paths. */
  readonly exposeAs?: string;
  /** By default `all`. */
  readonly access?: ArtifactsAccess;
  readonly when: 'on_success' | 'on_failure' | 'always';
  readonly expireIn: string | null;
}

export interface BuildCache {
  readonly key: string;
  readonly untracked: boolean;
  readonly paths: readonly string[];
  /** `pull-push`, `push`, `pull`, or a variable with one of these. */
  readonly policy: string;
  readonly when?: 'on_success' | 'on_failure' | 'always';
  readonly fallbackKeys?: readonly string[];
  /** Whether jobs of protected refs share it with the others. */
  readonly unprotect?: true;
}

/** Commands of a job beside its script. */
export interface BuildHooks {
  /** Before the runner fetches the commit. */
  readonly preGetSourcesScript?: readonly string[];
}

/** Options of a job for its runner besides the variables: the fields of `.gitlab-ci.yml`, as configured. */
export interface BuildOptions {
  readonly script?: readonly string[];
  readonly afterScript?: readonly string[];
  readonly image?: BuildImage | null;
  readonly services?: readonly BuildImage[];
  readonly artifacts?: BuildArtifacts;
  /** Of jobs before there were several. */
  readonly cache?: BuildCache;
  readonly caches?: readonly BuildCache[];
  /** Names of the jobs whose artifacts it gets; by default all jobs of earlier stages. */
  readonly dependencies?: readonly string[];
  /** Full path of the project whose newest pipeline a bridge mirrors, before variables are expanded. */
  readonly upstream?: string;
  /** Jobs of other pipelines whose artifacts it gets. */
  readonly otherJobs?: readonly OtherJob[];
  /** Failures after which it is retried; absent: all. */
  readonly retryOn?: RetryOn;
  /** Whether a newer push to the branch may cancel it while it runs. */
  readonly interruptible?: true;
  /** Exit codes with which it is allowed to fail. */
  readonly allowedExitCodes?: readonly number[];
  /** Delay after which a `delayed` job starts. */
  readonly startInSeconds?: number;
  /** Variables of the configuration for all jobs that it has; absent: all. */
  readonly inheritVariables?: boolean | readonly string[];
  readonly hooks?: BuildHooks;
  /** Audiences of its id_tokens, before variables are expanded in them. */
  readonly idTokens?: IdTokens;
  /** Release that its runner creates after the script. */
  readonly release?: ConfiguredRelease;
  /** Pipeline that a bridge starts; absent for a job that runners take. */
  readonly trigger?: ConfiguredTrigger;
  /** Environment that it deploys to. */
  readonly environment?: EnvironmentContext & Readonly<Record<string, unknown>>;
}
