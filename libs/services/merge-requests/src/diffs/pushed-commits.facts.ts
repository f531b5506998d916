import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard, UserId } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import type { PushedCommits } from './push-note.rules.js';
import { VersionFacts } from './version.facts.js';
import type { VersionColumns } from './versions.store.js';

const NEWEST = { page: 1, perPage: 100 };

/** Commits that pushes added between two versions of a merge request. */
@Injectable()
export class PushedCommitsFacts {
  constructor(
    private readonly calls: Calls,
    private readonly versionFacts: VersionFacts,
  ) {}

  /** Undefined where nothing was added: the source branch was reset, or the head before is gone. */
  async between(
    { targetProjectId: projectId, headSha }: MergeRequestRecord,
    { baseSha, headSha: head }: VersionColumns,
  ): Promise<PushedCommits | undefined> {
    const all = await this.versionFacts.commits(projectId, { baseSha: headSha, headSha: head }, NEWEST);
    if (headSha === null || all.commits.length === 0) return undefined;
    const nothing = { commits: [], total: 0 };
    const known =
      baseSha === null
        ? nothing
        : await this.versionFacts.commits(projectId, { baseSha: headSha, headSha: baseSha }, NEWEST);
    const ofTarget = new Set(known.commits.map(({ id }) => id));
    return {
      commits: all.commits.filter(({ id }) => !ofTarget.has(id)).reverse(),
      total: all.total ?? all.commits.length,
      known: known.commits[0] ? { count: known.total ?? known.commits.length, newest: known.commits[0].id } : null,
    };
  }

  /** Target project, if it is visible to the user. */
  async target({ targetProjectId }: MergeRequestRecord, userId: UserId): Promise<ProjectCard | undefined> {
    const asked = { projects: [{ id: targetProjectId }], user: { id: userId, admin: false, external: false } };
    const { projects } = await this.calls.query(ResolveAccessQuery, asked);
    return projects[0]?.project;
  }
}
