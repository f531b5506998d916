import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CollaborationBranchesQuery } from '@hearth/merge-requests-contracts';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';

/** Answers which branches of forks users may push to as members of the targets of merge requests. */
@Controller()
export class CollaborationsProvider {
  constructor(private readonly collaborationsFacts: CollaborationsFacts) {}

  @Answers(CollaborationBranchesQuery)
  async branches({
    projectId,
    userId,
  }: InputOf<typeof CollaborationBranchesQuery>): Promise<OutputOf<typeof CollaborationBranchesQuery>> {
    return { branches: await this.collaborationsFacts.branchesFor(projectId, userId) };
  }
}
