import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard } from '@hearth/contract-kit';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { type CommitCard, CommitsByIdsQuery, FileTextQuery, RefProtectionQuery } from '@hearth/repository-contracts';
import type { Fields } from '../configuration/checks.rules.js';
import { ConfigurationThreads } from '../configuration/configuration-threads.js';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import { VariableFacts } from '../variables/variable.facts.js';
import { forJob, type GivenVariable } from '../variables/variable.rules.js';
import { skipsCi, type PipelineRows, type PlanTask } from './new-pipeline.rules.js';
import type { Upstream } from '../bridges/upstream.js';
import type { Push } from '../pipelines/pipelines.store.js';
import type { IncludedFile } from '../configuration/composition/file-request.js';
import type { MissingFacts } from '../configuration/conditions/known-facts.js';
import { failedLint, type Lint } from './lint.rules.js';
import { OpenMergeRequestsFacts } from './open-merge-requests.facts.js';
import { RepositoryStateFacts } from './repository-state.facts.js';
import type { PipelineMergeRequest } from '../pipelines/merge-request-variables.rules.js';
import { CONFIG_PATH, NO_SHA } from '../pipelines/predefined.rules.js';

/** Largest configuration that is read, in bytes. */
const MOST_BYTES = 256 * 1024;
/** Reason for a pipeline that its user may not create, in the API's words. */
export const NOT_PERMITTED = 'Insufficient permissions to create a new pipeline';
const TOO_BIG = 'The parsed YAML is too big';
/** Each round reads what the one before has asked for: a condition needs one, an included file another. */
const MOST_ROUNDS = 20;

/** One of the times of a schedule, which has one pipeline; `dueAt` null: now, as often as it is requested. */
export interface ScheduledTime {
  readonly id: number;
  readonly dueAt: string | null;
}

/** Configuration and state of a child pipeline, which it has from its parent. */
export interface Child {
  /** Instead of a file of the commit. */
  readonly configuration: string;
  readonly beforeSha: string | null;
  /** Files in artifacts of its parent, by their keys. */
  readonly files: Readonly<Record<string, IncludedFile>>;
}

/** Request for a pipeline. */
export interface PipelineRequest {
  readonly project: ProjectCard;
  /** Name of a branch or tag, or a ref of a merge request. */
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly source: PipelineSource;
  readonly userId: number | null;
  /** Variables only for its jobs. */
  readonly variables: readonly GivenVariable[];
  /** Values of the inputs of its configuration. */
  readonly inputs?: Fields | undefined;
  /** Push of the commit; null when the pipeline was not created by a push. */
  readonly push: Push | null;
  /** Time of a schedule; undefined when the pipeline was not created by a schedule. */
  readonly schedule?: ScheduledTime | undefined;
  /** Merge request that it runs for; undefined for a pipeline of a branch or tag. */
  readonly mergeRequest?: PipelineMergeRequest | undefined;
  /** Version of the merge request that has only one such pipeline; undefined for one that was requested. */
  readonly versionId?: number | undefined;
  /** Pipeline that starts it. */
  readonly upstream?: Upstream | undefined;
  /** Undefined for a pipeline that is not a child of the bridge's. */
  readonly child?: Child | undefined;
  /** Leaves out the variables of the project, its groups and the instance, for a caller who may run no job with them. */
  readonly withoutSecrets?: boolean;
}

/** Planned pipeline; `yamlErrors` is set when its configuration is invalid. */
export interface PipelinePlan {
  /** Null for an invalid configuration. */
  readonly rows: PipelineRows | null;
  /** Path of its configuration. */
  readonly configPath: string;
  readonly committedAt: Date;
  /** The commit message asks to skip CI. */
  readonly skipped: boolean;
  /** Errors in the configuration, one in a line. */
  readonly yamlErrors: string | null;
  /** References of open merge requests from its branch; null without one. */
  readonly openMergeRequests: string | null;
  /** The groups around its project. */
  readonly groupIds: readonly number[];
}

/** Data of a plan, without its configuration. */
interface PlanState {
  readonly commit: CommitCard;
  readonly configPath: string;
  readonly groupIds: readonly number[];
  readonly task: Omit<PlanTask, 'files'>;
}

const UNKNOWN = { name: '', email: '', seconds: 0, offsetMinutes: 0 };
/** In place of the commit where there is none: in an empty repository, whose texts can be checked. */
const NO_COMMIT: CommitCard = { id: NO_SHA, parents: [], author: UNKNOWN, committer: UNKNOWN, message: '' };

/** Plans pipelines by the configuration of their commit. */
@Injectable()
export class NewPipelineFacts {
  constructor(
    private readonly calls: Calls,
    private readonly variableFacts: VariableFacts,
    private readonly configurationThreads: ConfigurationThreads,
    private readonly repositoryStateFacts: RepositoryStateFacts,
    private readonly openMergeRequestsFacts: OpenMergeRequestsFacts,
  ) {}

  /**
   * @returns the reason for which there can be no pipeline, in the API's words
   * @throws TooManyConfigurations
   */
  async plan(request: PipelineRequest): Promise<PipelinePlan | { readonly error: string }> {
    const [file, state] = await Promise.all([this.file(request), this.state(request)]);
    if ('error' in state) return state;
    const { commit, configPath, groupIds } = state;
    if (file.outcome === 'missing') return { error: `Missing ${configPath} file` };
    const committedAt = new Date(commit.committer.seconds * 1_000);
    const { openMergeRequests = null } = state.task.event;
    const skipped = skipsCi(commit.message);
    const made = { committedAt, configPath, skipped, yamlErrors: null, openMergeRequests, groupIds };
    if (file.outcome !== 'found') return { ...made, rows: null, yamlErrors: TOO_BIG };
    const task = { ...state.task, files: { [configPath]: file.text } };
    const rows = await this.complete(task, (asked) => this.configurationThreads.plan(asked));
    if ('error' in rows) return { ...made, rows: null, yamlErrors: rows.error };
    if ('errors' in rows) return { ...made, rows: null, yamlErrors: rows.errors.join('\n') };
    return rows.refusal === null ? { ...made, rows } : { error: rows.refusal };
  }

  /**
   * Checks a configuration as that of a pipeline.
   * @param content text to check; null for the file of the commit
   * @throws TooManyConfigurations
   */
  async lint(request: PipelineRequest, content: string | null, dryRun: boolean): Promise<Lint> {
    const [file, state] = await Promise.all([
      content === null ? this.file(request) : { outcome: 'found' as const, text: content },
      this.state(request),
    ]);
    if ('error' in state) return failedLint([state.error]);
    if (file.outcome === 'too-large') return failedLint([TOO_BIG]);
    if (file.text.trim() === '') return failedLint(['Please provide content of .gitlab-ci.yml']);
    const task = { ...state.task, files: { [state.configPath]: file.text }, dryRun };
    const lint = await this.complete(task, (asked) => this.configurationThreads.lintForProject(asked));
    return 'error' in lint ? failedLint([lint.error]) : lint;
  }

  private file({ project, sha: commit, child }: PipelineRequest) {
    if (child) return { outcome: 'found' as const, text: child.configuration };
    const path = project.ciConfigPath ?? CONFIG_PATH;
    return this.calls.query(FileTextQuery, { projectId: project.id, commit, path, mostBytes: MOST_BYTES });
  }

  /** Reads everything that a plan depends on, except for the configuration. */
  private async state(request: PipelineRequest): Promise<PlanState | { readonly error: string }> {
    const { project, ref, tag, sha, source, userId, variables, inputs, push, mergeRequest = null, child } = request;
    const projectId = project.id;
    const configPath = project.ciConfigPath ?? CONFIG_PATH;
    const [{ commits }, isProtected, { users }, { projects }, openMergeRequests] = await Promise.all([
      this.calls.query(CommitsByIdsQuery, { projectId, ids: [sha] }),
      this.isProtected(request),
      userId === null ? { users: [] } : this.calls.query(UsersByIdsQuery, { ids: [userId] }),
      this.calls.query(ProjectsByIdsQuery, { ids: [projectId] }),
      this.openMergeRequestsFacts.of(request),
    ]);
    const commit = sha === NO_SHA ? NO_COMMIT : commits[0];
    const [named] = projects;
    if (!commit || !named) return { error: 'Commit not found' };
    const owners = { projectId, groupIds: named.groupIds, pipelineId: null, onProtectedRef: isProtected };
    const inherited = request.withoutSecrets ? [] : await this.variableFacts.forJobs(owners);
    // Above the levels of the groups and the project.
    const level = owners.groupIds.length + 2;
    const unknown = { id: null, iid: null, createdAt: null };
    const pipeline = { ...unknown, ref, tag, sha, source, configPath, beforeSha: (push ?? child)?.beforeSha ?? null };
    const task: Omit<PlanTask, 'files'> = {
      variables: [...inherited, ...variables.map((each) => ({ ...forJob(each), environmentScope: '*', level }))],
      event: {
        // The projects service learns the default branch of an empty project after its first push.
        project: { ...named, defaultBranch: named.defaultBranch ?? push?.defaultBranch ?? null },
        ...{ pipeline, mergeRequest, openMergeRequests, commit },
        ...{ user: users[0] ?? null, protected: isProtected },
      },
      ...(inputs && { inputs }),
      facts: { changes: {}, ...(child && { files: child.files }) },
    };
    return { commit, configPath, groupIds: named.groupIds, task };
  }

  /** Runs a task with the facts that are known; reads those that it needs besides, and runs it again. */
  private async complete<Task extends PlanTask, Result extends object>(
    task: Task,
    run: (task: Task) => Promise<Result | { readonly missing: MissingFacts }>,
  ): Promise<Result | { readonly error: string }> {
    let known = task.facts;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const result = await run({ ...task, facts: known });
      if (!('missing' in result)) return result;
      const read = await this.repositoryStateFacts.read(task.event, result.missing);
      if ('error' in read) return read;
      const [changes, files] = [
        { ...known.changes, ...read.changes },
        { ...known.files, ...read.files },
      ];
      known = { ...known, ...read, changes, files, blobs: { ...known.blobs, ...read.blobs } };
    }
    return { error: 'The configuration needs too many other files' };
  }

  /** A pipeline of a merge request is not protected: its commits have not been accepted. */
  private async isProtected({ project, ref, tag, mergeRequest }: PipelineRequest): Promise<boolean> {
    if (mergeRequest) return false;
    const asked = { projectId: project.id, branches: tag ? [] : [ref], tags: tag ? [ref] : [] };
    const { branches, tags } = await this.calls.query(RefProtectionQuery, asked);
    return [...branches, ...tags][0]!.protected;
  }
}
