import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CollaborationsQuery } from '@hearth/merge-requests-contracts';
import { CollaborationsFacts } from '../collaborations/collaborations.facts.js';

/** Answers which branches of forks users may push to as members of the targets of merge requests. */
@Controller()
export class CollaborationsProvider {
  constructor(private readonly collaborationsFacts: CollaborationsFacts) {}

  @Answers(CollaborationsQuery)
  async branches({
    projectId,
    userId,
  }: InputOf<typeof CollaborationsQuery>): Promise<OutputOf<typeof CollaborationsQuery>> {
    return { branches: await this.collaborationsFacts.branchesFor(projectId, userId) };
  }
}
