import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard } from '@hearth/contract-kit';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { CommitsByIdsQuery, FileTextQuery, RefProtectionQuery } from '@hearth/repository-contracts';
import { ConfigurationThreads } from '../configuration/configuration-threads.js';
import type { PipelineSource } from '../configuration/policy.rules.js';
import { VariableFacts } from '../variables/variable.facts.js';
import { forJob, type GivenVariable } from '../variables/variable.rules.js';
import { skipsCi, type PipelineRows } from './new-pipeline.rules.js';
import type { Push } from './pipelines.store.js';
import { CONFIG_PATH } from './variables.rules.js';

/** As large as a configuration can be read. */
const MOST_BYTES = 256 * 1024;

/** One of the times of a schedule: it makes one pipeline. */
export interface ScheduledTime {
  readonly id: number;
  readonly dueAt: string;
}

/** What a pipeline is wanted for. */
export interface PipelineRequest {
  readonly project: ProjectCard;
  /** Name of the branch or tag. */
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly source: PipelineSource;
  readonly userId: number | null;
  /** Given to its jobs alone. */
  readonly variables: readonly GivenVariable[];
  /** What has brought the commit; null where nobody has pushed. */
  readonly push: Push | null;
  /** What has made it at one of its times; undefined where no schedule has. */
  readonly schedule?: ScheduledTime | undefined;
}

/** What a pipeline would be; `error` instead where it cannot be made. */
export interface PipelinePlan {
  /** Null where the configuration cannot be used. */
  readonly rows: PipelineRows | null;
  /** Where its configuration stands. */
  readonly configPath: string;
  readonly committedAt: Date;
  /** The message of its commit asks for no jobs. */
  readonly skipped: boolean;
  /** What is wrong with the configuration. */
  readonly yamlErrors: string | null;
}

/** Plans pipelines by the configuration of their commit. */
@Injectable()
export class NewPipelineFacts {
  constructor(
    private readonly calls: Calls,
    private readonly variableFacts: VariableFacts,
    private readonly configurationThreads: ConfigurationThreads,
  ) {}

  /**
   * @returns a text that says why there can be none, in the API's words
   * @throws TooManyConfigurations
   */
  async plan(request: PipelineRequest): Promise<PipelinePlan | { readonly error: string }> {
    const { project, ref, tag, sha, source, userId, variables, push } = request;
    const projectId = project.id;
    const configPath = project.ciConfigPath ?? CONFIG_PATH;
    const [{ commits }, file, isProtected, { users }, { projects }] = await Promise.all([
      this.calls.query(CommitsByIdsQuery, { projectId, ids: [sha] }),
      this.calls.query(FileTextQuery, { projectId, commit: sha, path: configPath, mostBytes: MOST_BYTES }),
      this.isProtected(request),
      userId === null ? { users: [] } : this.calls.query(UsersByIdsQuery, { ids: [userId] }),
      this.calls.query(ProjectsByIdsQuery, { ids: [projectId] }),
    ]);
    const [commit] = commits;
    if (!commit) return { error: 'Commit not found' };
    if (file.outcome === 'missing') return { error: `Missing ${configPath} file` };
    const committedAt = new Date(commit.committer.seconds * 1_000);
    const made = { committedAt, configPath, skipped: skipsCi(commit.message), yamlErrors: null };
    if (file.outcome !== 'found') return { ...made, rows: null, yamlErrors: 'The parsed YAML is too big' };
    const owners = { projectId, groupIds: projects[0]?.groupIds ?? [], pipelineId: null };
    const inherited = await this.variableFacts.forJobs(owners, isProtected);
    const pipeline = { id: null, ref, tag, sha, source, configPath, beforeSha: push?.beforeSha ?? null };
    const rows = await this.configurationThreads.plan({
      files: { [configPath]: file.text },
      variables: [...inherited, ...variables.map(forJob)],
      event: { project, pipeline, user: users[0] ?? null, protected: isProtected },
    });
    if ('error' in rows) return { ...made, rows: null, yamlErrors: rows.error };
    return rows.builds.length === 0 ? { error: 'No stages / jobs for this pipeline.' } : { ...made, rows };
  }

  /** No tag is protected from being built. */
  private async isProtected({ project, ref, tag }: PipelineRequest): Promise<boolean> {
    if (tag) return false;
    const asked = { projectId: project.id, branches: [ref] };
    return (await this.calls.query(RefProtectionQuery, asked)).branches[0]!.protected;
  }
}
