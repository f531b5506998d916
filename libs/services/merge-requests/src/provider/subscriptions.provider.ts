import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { MergeRequestParticipantsQuery, UnsubscribeCommand } from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { MergeRequestCardsStore } from '../merge-requests/cards.store.js';
import { SubscribeToMergeRequest } from '../merge-requests/subscribe.js';

/** Answers the participants of a merge request, who get its mails, and ends subscriptions. */
@Controller()
export class SubscriptionsProvider {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestCardsStore: MergeRequestCardsStore,
    private readonly subscribeToMergeRequest: SubscribeToMergeRequest,
  ) {}

  @Answers(MergeRequestParticipantsQuery)
  async participants({
    id,
  }: InputOf<typeof MergeRequestParticipantsQuery>): Promise<OutputOf<typeof MergeRequestParticipantsQuery>> {
    return { users: await this.mergeRequestCardsStore.participants(this.db, id) };
  }

  @Answers(UnsubscribeCommand)
  async unsubscribe({ id, userId }: InputOf<typeof UnsubscribeCommand>): Promise<OutputOf<typeof UnsubscribeCommand>> {
    await this.subscribeToMergeRequest.end(id, userId);
    return {};
  }
}
