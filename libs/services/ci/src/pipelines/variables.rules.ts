import type { ProjectCard } from '@hearth/contract-kit';
import type { CommitCard, UserCard } from '@hearth/contracts';
import type { BuildVariable } from '../builds/builds.store.js';
import type { PipelineSource } from '../configuration/policy.rules.js';

/** What is known of a pipeline before its jobs are made. */
export interface VariablesContext {
  readonly project: ProjectCard;
  readonly ref: string;
  readonly tag: boolean;
  readonly commit: Pick<CommitCard, 'id'>;
  readonly source: PipelineSource;
  /** Null where nobody has started it. */
  readonly user: UserCard | null;
  readonly configPath: string;
}

/** Longest part of a host name. */
const LONGEST_SLUG = 63;

/** The variables that all jobs of a pipeline have, but for its id: what depends on the runner or the URL is added when a job is taken. */
export function pipelineVariables(context: VariablesContext): BuildVariable[] {
  const { project, ref, tag, commit, source, user, configPath } = context;
  const [namespace, name] = splitPath(project.fullPath);
  return listed({
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER_NAME: 'GitLab',
    CI_CONFIG_PATH: configPath,
    CI_COMMIT_SHA: commit.id,
    CI_COMMIT_REF_NAME: ref,
    CI_COMMIT_REF_SLUG: slug(ref),
    ...(tag && { CI_COMMIT_TAG: ref }),
    CI_PIPELINE_SOURCE: source,
    ...(source === 'trigger' && { CI_PIPELINE_TRIGGERED: 'true' }),
    CI_PROJECT_ID: String(project.id),
    CI_PROJECT_NAME: name,
    CI_PROJECT_PATH: project.fullPath,
    CI_PROJECT_PATH_SLUG: slug(project.fullPath),
    CI_PROJECT_NAMESPACE: namespace,
    CI_PROJECT_VISIBILITY: project.visibility,
    ...(user && {
      GITLAB_USER_ID: String(user.id),
      GITLAB_USER_LOGIN: user.username,
      GITLAB_USER_NAME: user.name,
      GITLAB_USER_EMAIL: user.email ?? '',
    }),
  });
}

/** Variables of a map. */
export function listed(values: Readonly<Record<string, string>>): BuildVariable[] {
  return Object.entries(values).map(([key, value]) => ({ key, value, public: true }));
}

function splitPath(fullPath: string): readonly [string, string] {
  const at = fullPath.lastIndexOf('/');
  return [fullPath.slice(0, at), fullPath.slice(at + 1)];
}

/** Lower-case letters, digits and dashes, as host names may contain them. */
export function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]/g, '-');
  const characters = [...dashed.slice(0, LONGEST_SLUG)];
  const isLetter = (character: string) => character !== '-';
  const [first, last] = [characters.findIndex(isLetter), characters.findLastIndex(isLetter)];
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

/** Puts the values of variables into a text: `$A`, `${A}` and `%A%`; what has no value vanishes. */
export function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(
    /\$(?<plain>[a-zA-Z_]\w*)|\$\{(?<braced>[a-zA-Z_]\w*)\}|%(?<percent>[a-zA-Z_]\w*)%/g,
    (_, plain?: string, braced?: string, percent?: string) => variables.get((plain ?? braced ?? percent)!) ?? '',
  );
}
