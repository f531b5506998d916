import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { FindCommitQuery, FindRefsQuery, commitRights } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import { NO_SHA } from '../pipelines/predefined.rules.js';
import { NewPipelineFacts, NOT_PERMITTED, type PipelineRequest } from './new-pipeline.facts.js';
import { failedLint, type Lint } from './lint.rules.js';

/** Configuration to check. */
export interface LintRequest {
  /** Text to check; undefined for the file of a commit. */
  readonly content?: string;
  /** Commit, branch or tag whose files are included; by default the default branch. */
  readonly contentRef?: string | undefined;
  /** Branch or tag for which conditions are evaluated; undefined: they are not. */
  readonly dryRunRef?: string | undefined;
  readonly dryRun: boolean;
}

/** Branch whose protection decides the variables of an empty repository. */
const FIRST_BRANCH = 'main';

/** Checks configurations of projects. */
@Injectable()
export class LintFacts {
  constructor(
    private readonly calls: Calls,
    private readonly newPipelineFacts: NewPipelineFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
  ) {}

  /**
   * Checks a configuration with the rights of the caller. A dry run is for those who may create a pipeline; so are variables, which errors and
   * addresses of includes would show.
   * @throws TooManyConfigurations
   */
  async of(access: ProjectAccess, principal: Principal | null, request: LintRequest): Promise<Lint> {
    const { project } = access;
    const { content, dryRun } = request;
    if (dryRun && !may(abilities.createPipeline, access, principal)) return failedLint([NOT_PERMITTED]);
    const ref = (dryRun ? request.dryRunRef : undefined) ?? project.defaultBranch;
    // A text can be checked before the first push.
    if (content !== undefined && ref === null && !dryRun) {
      const request = requestFor(project, principal, { ref: FIRST_BRANCH, sha: NO_SHA });
      return this.newPipelineFacts.lint({ ...request, withoutSecrets: true }, content, false);
    }
    const revision = request.contentRef ?? ref;
    const sha = revision === null ? null : await this.commit(access, principal, revision);
    if (sha === null || ref === null) return failedLint(['Reference not found']);
    const tag = dryRun && (await this.isTag(project.id, ref));
    const mayRun =
      may(abilities.createPipeline, access, principal) && (await this.buildAccessFacts.mayUse(access, { ref, tag }));
    const asked = { ...requestFor(project, principal, { ref, tag, sha }), withoutSecrets: !mayRun };
    return this.newPipelineFacts.lint(asked, content ?? null, dryRun);
  }

  private async commit(access: ProjectAccess, principal: Principal | null, revision: string): Promise<string | null> {
    const rights = commitRights((ability) => may(ability, access, principal));
    const asked = { projectId: access.project.id, revision, withBranch: false, rights };
    return (await this.calls.query(FindCommitQuery, asked)).commit;
  }

  private async isTag(projectId: ProjectAccess['project']['id'], ref: string): Promise<boolean> {
    const { branches, tags } = await this.calls.query(FindRefsQuery, { projectId, branches: [ref], tags: [ref] });
    return branches[0] === null && tags[0] !== null;
  }
}

function requestFor(
  project: ProjectAccess['project'],
  principal: Principal | null,
  { ref, tag = false, sha }: { readonly ref: string; readonly tag?: boolean; readonly sha: string },
): PipelineRequest {
  return { project, ref, tag, sha, source: 'push', userId: principal?.userId ?? null, variables: [], push: null };
}
