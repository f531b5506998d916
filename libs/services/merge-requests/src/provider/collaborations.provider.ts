import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CollaborationBranchesQuery } from '@hearth/merge-requests-contracts';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';

/** Answers which branches of a fork a user may push to as a member of the targets of merge requests. */
@Controller()
export class CollaborationsProvider {
  constructor(private readonly collaborationsFacts: CollaborationsFacts) {}

  @Answers(CollaborationBranchesQuery)
  async branches({
    projectId,
    userId,
    branch,
  }: InputOf<typeof CollaborationBranchesQuery>): Promise<OutputOf<typeof CollaborationBranchesQuery>> {
    return { branches: await this.collaborationsFacts.branchesFor(projectId, userId, branch) };
  }
}
