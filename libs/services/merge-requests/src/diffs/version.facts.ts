import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import {
  CommitMissing,
  CommitsBetweenQuery,
  ContainsManyQuery,
  DiffQuery,
  FindRefsQuery,
  KeepAroundCommand,
  MergeBaseQuery,
  SyncMergeRequestHeadCommand,
  type CommitCard,
  type FileDiff,
} from '@hearth/repository-contracts';
import type { PageRequest } from '@hearth/http';
import type { MergeRequestBranches, MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import type { VersionColumns } from './versions.store.js';

/** Tips of the branches of a merge request; null where the branch does not exist. */
export interface Tips {
  readonly source: string | null;
  readonly target: string | null;
}

/** Commits between which a version is. */
type Compared = Pick<VersionColumns, 'baseSha' | 'headSha'>;

/** Merge request whose target branch may have commits that its head lacks. */
type Diverging = Pick<MergeRequestRecord, 'targetProjectId' | 'targetBranch' | 'headSha'>;

/** Commits of a merge request's newest version; undefined before it has one. */
export function newestVersionOf({ baseSha, startSha, headSha }: MergeRequestRecord): Compared | undefined {
  return startSha === null || headSha === null ? undefined : { baseSha, headSha };
}

/** The highest number of commits in the record of one version. */
const MOST_COMMITS = 100;

/** Data of the repositories about the branches of a merge request. */
@Injectable()
export class VersionFacts {
  constructor(private readonly calls: Calls) {}

  async tips({ sourceProjectId, sourceBranch, targetProjectId, targetBranch }: MergeRequestBranches): Promise<Tips> {
    if (sourceProjectId === targetProjectId) {
      const [source, target] = await this.branches(targetProjectId, [sourceBranch, targetBranch]);
      return { source: source!, target: target! };
    }
    const [[source], [target]] = await Promise.all([
      this.branches(sourceProjectId, [sourceBranch]),
      this.branches(targetProjectId, [targetBranch]),
    ]);
    return { source: source!, target: target! };
  }

  /**
   * Writes the head of the merge request in the target's repository, and compares it with the target branch. May be repeated at any time.
   * @returns undefined where one of the branches does not exist
   */
  async current(iid: number, branches: MergeRequestBranches): Promise<VersionColumns | undefined> {
    const { sourceProjectId, sourceBranch, targetProjectId: projectId, targetBranch } = branches;
    const synced = { projectId, iid, sourceProjectId, sourceBranch };
    const { head } = await this.calls.command(SyncMergeRequestHeadCommand, synced);
    const [start] = await this.branches(projectId, [targetBranch]);
    if (head === null || !start) return undefined;
    const { mergeBase } = await this.calls.query(MergeBaseQuery, { projectId, commits: [head, start] });
    const { files, overflow } = await this.calls.query(DiffQuery, { projectId, from: mergeBase, to: head });
    const commits = [...new Set([head, start, ...(mergeBase === null ? [] : [mergeBase])])];
    await this.calls.command(KeepAroundCommand, { projectId, commits });
    const state = files.length === 0 ? 'empty' : overflow ? 'overflow' : 'collected';
    return { baseSha: mergeBase, startSha: start, headSha: head, state, filesCount: files.length };
  }

  /** Returns a page of the commits of a version, newest first. */
  async commits(projectId: ProjectId, { baseSha, headSha }: Compared, { page, perPage }: PageRequest) {
    const nothing = { commits: [], total: 0 };
    const asked = { projectId, from: baseSha, to: headSha, page, perPage };
    return orWhereMissing(this.calls.query(CommitsBetweenQuery, asked), nothing);
  }

  /** Returns the newest commits of a version, at most 100. */
  async newestCommits(projectId: ProjectId, version: Compared): Promise<readonly CommitCard[]> {
    return (await this.commits(projectId, version, { page: 1, perPage: MOST_COMMITS })).commits;
  }

  /** Counts the commits of the target branch that the head lacks; null where there are too many to be counted. */
  async diverged({ targetProjectId, targetBranch, headSha }: Diverging): Promise<number | null> {
    const [tip] = await this.branches(targetProjectId, [targetBranch]);
    if (!tip || headSha === null) return 0;
    return (await this.commits(targetProjectId, { baseSha: headSha, headSha: tip }, { page: 1, perPage: 1 })).total;
  }

  /** Returns the files that a version changes. */
  async files(projectId: ProjectId, version: Compared): Promise<readonly FileDiff[]> {
    return (await this.diff(projectId, version)).files;
  }

  /** Returns the files that a version changes, and whether texts of them are missing. @param ignoresSpace whether lines that differ in whitespace only are the same */
  async diff(
    projectId: ProjectId,
    { baseSha, headSha }: Compared,
    ignoresSpace = false,
  ): Promise<{ readonly files: readonly FileDiff[]; readonly overflow: boolean }> {
    const nothing = { files: [], overflow: false };
    const asked = { projectId, from: baseSha, to: headSha, ...(ignoresSpace && { ignoresSpace }) };
    return orWhereMissing(this.calls.query(DiffQuery, asked), nothing);
  }

  /** Whether a new version would differ since the target branch has moved: it contains commits of the source now, or was reset. */
  async isOther(projectId: ProjectId, version: VersionColumns, target: string): Promise<boolean> {
    const { baseSha, startSha, headSha } = version;
    if (target === startSha) return false;
    const [{ mergeBase }, { contained }] = await Promise.all([
      this.calls.query(MergeBaseQuery, { projectId, commits: [headSha, target] }),
      this.calls.query(ContainsManyQuery, { projectId, commit: target, candidates: [startSha] }),
    ]);
    return mergeBase !== baseSha || contained.length === 0;
  }

  private async branches(projectId: ProjectId, branches: string[]): Promise<(string | null)[]> {
    return (await this.calls.query(FindRefsQuery, { projectId, branches, tags: [] })).branches;
  }
}

/** Returns `nothing` where commits are missing, as in a repository that was restored from an older backup. */
async function orWhereMissing<T>(answer: Promise<T>, nothing: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (CommitMissing.is(error)) return nothing;
    throw error;
  }
}
