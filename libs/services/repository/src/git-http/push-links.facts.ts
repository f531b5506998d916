import { Injectable } from '@nestjs/common';
import { Calls, answerOr } from '@hearth/calls';
import { OpenMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import type { ProjectAccess, ProjectId } from '@hearth/contract-kit';
import type { ProposedPush } from '../git/transport/push-checks.js';
import type { PushRights } from '../protection/push.rules.js';
import { branchesToLink, linkLines, type LinkedBranch, type PushedBranch } from './push-links.rules.js';

/** Longest time in milliseconds by which a push is delayed for the addresses that it prints. */
const PATIENCE_MS = 500;

/** Finds the addresses that a push prints for its branches. */
@Injectable()
export class PushLinksFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Returns the lines that the client prints: the open merge request of each pushed branch, or the form of a new one; none where the project
   * switched them off. Merge requests into other projects are left out, since the pusher may not be able to see these. New branches need no
   * call; while merge-requests does not answer, nothing is printed for the others.
   */
  async of(
    { access, baseUrl }: { readonly access: ProjectAccess; readonly baseUrl: string },
    push: ProposedPush,
    rights: Pick<PushRights, 'defaultBranch' | 'empty'>,
  ): Promise<string[]> {
    const { id, fullPath, features, printingMergeRequestLinkEnabled: prints } = access.project;
    if (features.mergeRequests === 'disabled' || !prints) return [];
    const found = await Promise.all(branchesToLink(push, rights).map((pushed) => this.linked(id, pushed)));
    return linkLines(
      found.filter((each) => each !== null),
      `${baseUrl}/${fullPath}`,
    );
  }

  /** Null where merge-requests does not answer, and where the branch has merge requests into other projects only. */
  private async linked(projectId: ProjectId, { branch, isNew }: PushedBranch): Promise<LinkedBranch | null> {
    if (isNew) return { branch, iid: null };
    const asked = this.calls.query(OpenMergeRequestsQuery, { projectId, branch }, { timeoutMs: PATIENCE_MS });
    const open = await answerOr(asked, null);
    if (open?.mergeRequests.length === 0) return { branch, iid: null };
    const own = open?.mergeRequests.find((each) => each.projectId === projectId);
    return own ? { branch, iid: own.iid } : null;
  }
}
