import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls, answerOr } from '@hearth/calls';
import { LastPipelinesQuery, type PipelineCard } from '@hearth/ci-contracts';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { CommitsByIdsQuery, FileIdsQuery, FindRefsQuery, type CommitCard } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import type { VisibleProject } from '../projects/projects.store.js';
import { ReadmeFacts, type ProjectReadme } from './readme.facts.js';

/** Names that licences have at the root of a repository. */
const LICENCES = ['LICENSE', 'LICENCE', 'COPYING', 'UNLICENSE'].flatMap((name) => [name, `${name}.md`, `${name}.txt`]);

/** The default branch of a project, for its page. */
export interface DefaultBranchFact {
  readonly commit: CommitCard | null;
  /** The newest pipeline of the commit; null without one, or where the caller may not see it. */
  readonly pipeline: PipelineCard | null;
  readonly readme: ProjectReadme | null;
  /** Path of the file of the licence. */
  readonly licence: string | null;
}

/** Reads the default branch for the pages of projects. */
@Injectable()
export class DefaultBranchFacts {
  constructor(
    private readonly calls: Calls,
    private readonly readmeFacts: ReadmeFacts,
  ) {}

  /** @returns null without a branch, without the ability to read code, and while repository does not answer: the page is useful without it */
  async of(project: VisibleProject, access: ProjectAccess, caller: Principal | null) {
    const { id: projectId, defaultBranch: ref } = project;
    if (ref === null || !may(abilities.downloadCode, access, caller)) return null;
    const found = await answerOr(this.calls.query(FindRefsQuery, { projectId, branches: [ref], tags: [] }), null);
    const sha = found?.branches[0];
    if (!sha) return null;
    const [commits, pipelines, licences, readme] = await Promise.all([
      answerOr(this.calls.query(CommitsByIdsQuery, { projectId, ids: [sha] }), null),
      may(abilities.readPipeline, access, caller)
        ? answerOr(this.calls.query(LastPipelinesQuery, { projectId, shas: [sha] }), null)
        : null,
      answerOr(this.calls.query(FileIdsQuery, { projectId, commit: sha, paths: LICENCES }), null),
      this.readmeFacts.of(project, sha, caller),
    ]);
    return {
      commit: commits?.commits[0] ?? null,
      pipeline: pipelines?.pipelines[0] ?? null,
      readme,
      licence: LICENCES.find((_, index) => licences?.ids[index]) ?? null,
    } satisfies DefaultBranchFact;
  }
}
