import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindMergeRequestQuery } from '@hearth/merge-requests-contracts';

/** Fake of merge-requests. */
@Controller()
export class FakeMergeRequests {
  /** Merge requests by project and number, `7!1`. */
  readonly all = new Map<string, NonNullable<OutputOf<typeof FindMergeRequestQuery>['mergeRequest']>>();

  readonly asked: InputOf<typeof FindMergeRequestQuery>[] = [];

  @Answers(FindMergeRequestQuery)
  find(asked: InputOf<typeof FindMergeRequestQuery>): Promise<OutputOf<typeof FindMergeRequestQuery>> {
    this.asked.push(asked);
    const { projectId, iid } = asked;
    return Promise.resolve({ mergeRequest: this.all.get(`${projectId}!${iid}`) ?? null });
  }
}
