import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  CountMergeRequestsQuery,
  DescribeMergeRequestQuery,
  FindMergeRequestQuery,
  MergeRequestNotesByIdsQuery,
  MergeRequestParticipantsQuery,
  MergeRequestSummariesQuery,
  MergeRequestsByIdsQuery,
  SearchMergeRequestsQuery,
  UnsubscribeCommand,
  type MergeRequestCard,
  type MergeRequestNote,
  type MergeRequestSummary,
  type MergeRequestView,
} from '@hearth/merge-requests-contracts';

/** Fake of merge-requests. */
@Controller()
export class FakeMergeRequests {
  /** Merge requests by project and number, `7!1`. */
  readonly all = new Map<string, NonNullable<OutputOf<typeof FindMergeRequestQuery>['mergeRequest']>>();

  readonly cards = new Map<number, MergeRequestCard>();
  readonly notes = new Map<number, MergeRequestNote>();

  readonly summaries: MergeRequestSummary[] = [];

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

  /** Characters of notes that were read. */
  textRead = 0;

  @Answers(MergeRequestNotesByIdsQuery)
  notesByIds({
    ids,
    mostText,
  }: InputOf<typeof MergeRequestNotesByIdsQuery>): Promise<OutputOf<typeof MergeRequestNotesByIdsQuery>> {
    const found = ids.flatMap((id) => this.notes.get(id) ?? []);
    const notes = found.map((note) => ({ ...note, body: note.body.slice(0, mostText) }));
    for (const { body } of notes) this.textRead += body.length;
    return Promise.resolve({ notes });
  }

  /** Participants of merge requests. */
  readonly participants = new Map<number, OutputOf<typeof MergeRequestParticipantsQuery>['users']>();

  @Answers(MergeRequestParticipantsQuery)
  participantsOf({
    id,
  }: InputOf<typeof MergeRequestParticipantsQuery>): Promise<OutputOf<typeof MergeRequestParticipantsQuery>> {
    return Promise.resolve({ users: this.participants.get(id) ?? [] });
  }

  @Answers(UnsubscribeCommand)
  unsubscribe({ id, userId }: InputOf<typeof UnsubscribeCommand>): Promise<OutputOf<typeof UnsubscribeCommand>> {
    const users = this.participants.get(id) ?? [];
    this.participants.set(
      id,
      users.map((user) => (user.id === userId ? { ...user, subscribed: false } : user)),
    );
    return Promise.resolve({});
  }

  @Answers(MergeRequestSummariesQuery)
  summariesOf({
    ids,
    numbers,
  }: InputOf<typeof MergeRequestSummariesQuery>): Promise<OutputOf<typeof MergeRequestSummariesQuery>> {
    const isAsked = ({ id, targetProjectId, iid }: MergeRequestSummary) =>
      ids.includes(id) || numbers.some((number) => number.projectId === targetProjectId && number.iid === iid);
    return Promise.resolve({ mergeRequests: this.summaries.filter(isAsked) });
  }

  counts: OutputOf<typeof CountMergeRequestsQuery> = { mergeRequests: 0, notes: 0 };

  @Answers(CountMergeRequestsQuery)
  count(): Promise<OutputOf<typeof CountMergeRequestsQuery>> {
    return Promise.resolve(this.counts);
  }

  readonly searches: InputOf<typeof SearchMergeRequestsQuery>[] = [];
  readonly found: MergeRequestView[] = [];

  @Answers(SearchMergeRequestsQuery)
  search(asked: InputOf<typeof SearchMergeRequestsQuery>): Promise<OutputOf<typeof SearchMergeRequestsQuery>> {
    this.searches.push(asked);
    return Promise.resolve({ mergeRequests: this.found, total: this.found.length });
  }

  @Answers(DescribeMergeRequestQuery)
  describe({ id }: InputOf<typeof DescribeMergeRequestQuery>): Promise<OutputOf<typeof DescribeMergeRequestQuery>> {
    return Promise.resolve({ mergeRequest: this.described.get(id) ?? null });
  }
}
