import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard } from '@hearth/contract-kit';
import {
  CommitsByIdsQuery,
  FileTextQuery,
  ProjectsByIdsQuery,
  RefProtectionQuery,
  UsersByIdsQuery,
} from '@hearth/contracts';
import type { BuildVariable } from '../builds/builds.store.js';
import { readConfiguration } from '../configuration/configuration.rules.js';
import type { PipelineSource } from '../configuration/policy.rules.js';
import { VariableFacts } from '../variables/variable.facts.js';
import { forJob, type GivenVariable } from '../variables/variable.rules.js';
import { plannedBuilds, skipsCi, type PlannedBuild } from './new-pipeline.rules.js';
import { pipelineVariables } from './variables.rules.js';

const CONFIG_PATH = '.gitlab-ci.yml';
/** As large as a configuration can be read. */
const MOST_BYTES = 256 * 1024;

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
}

/** What a pipeline would be; `error` instead where it cannot be made. */
export interface PipelinePlan {
  readonly builds: readonly PlannedBuild[];
  /** The variables of groups, project and pipeline that its jobs get, each time they run; they are not stored with them. */
  readonly secrets: readonly BuildVariable[];
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
  ) {}

  /** @returns a text that says why there can be none, in the API's words */
  async plan(request: PipelineRequest): Promise<PipelinePlan | { readonly error: string }> {
    const { project, ref, tag, sha, source, userId, variables } = request;
    const projectId = project.id;
    const [{ commits }, file, isProtected, { users }, { projects }] = await Promise.all([
      this.calls.query(CommitsByIdsQuery, { projectId, ids: [sha] }),
      this.calls.query(FileTextQuery, { projectId, commit: sha, path: CONFIG_PATH, mostBytes: MOST_BYTES }),
      this.isProtected(request),
      userId === null ? { users: [] } : this.calls.query(UsersByIdsQuery, { ids: [userId] }),
      this.calls.query(ProjectsByIdsQuery, { ids: [projectId] }),
    ]);
    const [commit] = commits;
    if (!commit) return { error: 'Commit not found' };
    if (file.outcome === 'missing') return { error: `Missing ${CONFIG_PATH} file` };
    const committedAt = new Date(commit.committer.seconds * 1_000);
    const made = { committedAt, skipped: skipsCi(commit.message), yamlErrors: null };
    const read = file.outcome === 'found' ? readConfiguration(file.text) : { error: 'The parsed YAML is too big' };
    if (read.error !== null) return { ...made, builds: [], secrets: [], yamlErrors: read.error };
    const context = { project, ref, tag, commit, source, user: users[0] ?? null, configPath: CONFIG_PATH };
    const subject = { ref, tag, source, projectPath: project.fullPath, protected: isProtected };
    const owners = { projectId, groupIds: projects[0]?.groupIds ?? [], pipelineId: null };
    const inherited = await this.variableFacts.forJobs(owners, isProtected);
    const secrets = [...inherited, ...variables.map(forJob)];
    const builds = plannedBuilds(read.configuration, subject, pipelineVariables(context), secrets);
    return builds.length === 0 ? { error: 'No stages / jobs for this pipeline.' } : { ...made, builds, secrets };
  }

  /** No tag is protected from being built. */
  private async isProtected({ project, ref, tag }: PipelineRequest): Promise<boolean> {
    if (tag) return false;
    const asked = { projectId: project.id, branches: [ref] };
    return (await this.calls.query(RefProtectionQuery, asked)).branches[0]!.protected;
  }
}
