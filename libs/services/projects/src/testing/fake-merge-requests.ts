import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  DescribeMergeRequestQuery,
  FindMergeRequestQuery,
  MergeRequestNotesByIdsQuery,
  MergeRequestsByIdsQuery,
  type MergeRequestCard,
  type MergeRequestNote,
} from '@hearth/merge-requests-contracts';

/** Fake of merge-requests. */
@Controller()
export class FakeMergeRequests {
  /** Merge requests by project and number, `7!1`. */
  readonly all = new Map<string, NonNullable<OutputOf<typeof FindMergeRequestQuery>['mergeRequest']>>();

  readonly cards = new Map<number, MergeRequestCard>();
  readonly notes = new Map<number, MergeRequestNote>();

  readonly described = new Map<number, OutputOf<typeof DescribeMergeRequestQuery>['mergeRequest']>();

  readonly asked: InputOf<typeof FindMergeRequestQuery>[] = [];

  @Answers(FindMergeRequestQuery)
  find(asked: InputOf<typeof FindMergeRequestQuery>): Promise<OutputOf<typeof FindMergeRequestQuery>> {
    this.asked.push(asked);
    const { projectId, iid } = asked;
    return Promise.resolve({ mergeRequest: this.all.get(`${projectId}!${iid}`) ?? null });
  }

  @Answers(MergeRequestsByIdsQuery)
  byIds({ ids }: InputOf<typeof MergeRequestsByIdsQuery>): Promise<OutputOf<typeof MergeRequestsByIdsQuery>> {
    return Promise.resolve({ mergeRequests: ids.flatMap((id) => this.cards.get(id) ?? []) });
  }

  @Answers(MergeRequestNotesByIdsQuery)
  notesByIds({
    ids,
  }: InputOf<typeof MergeRequestNotesByIdsQuery>): Promise<OutputOf<typeof MergeRequestNotesByIdsQuery>> {
    return Promise.resolve({ notes: ids.flatMap((id) => this.notes.get(id) ?? []) });
  }

  @Answers(DescribeMergeRequestQuery)
  describe({ id }: InputOf<typeof DescribeMergeRequestQuery>): Promise<OutputOf<typeof DescribeMergeRequestQuery>> {
    return Promise.resolve({ mergeRequest: this.described.get(id) ?? null });
  }
}
