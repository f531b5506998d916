import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { NoteNotFound, SuggestionView, presentSuggestion } from '@hearth/notes';
import { CommitMissing, RepositoryFull } from '@hearth/repository-contracts';
import { z } from 'zod';
import {
  CannotPushToSource,
  MergeRequestNotFound,
  SuggestionNotAppliable,
  SuggestionNotFound,
  SuggestionsElsewhere,
} from '../refusals.js';
import { ApplySuggestions } from './apply.js';
import { CommentedFacts } from './commented.facts.js';
import { ApplySuggestionParams, ApplySuggestionsParams } from './suggestion.params.js';
import { suggestionOf } from './suggestion.rules.js';

const REFUSALS = [
  ...[MergeRequestNotFound, NoteNotFound, SuggestionNotFound, SuggestionNotAppliable, CannotPushToSource],
  ...[CommitMissing, RepositoryFull, Forbidden],
];

/** Suggestions of notes on merge requests. */
@Controller()
export class SuggestionsController {
  constructor(
    private readonly commentedFacts: CommentedFacts,
    private readonly applySuggestions: ApplySuggestions,
  ) {}

  @Endpoint.put('/suggestions/:id/apply', {
    summary: 'Apply a suggestion by a commit on the source branch of its merge request',
    params: ApplySuggestionParams,
    returns: returns.json(SuggestionView),
    refuses: REFUSALS,
  })
  async apply(@Call() call: CallOf<typeof ApplySuggestionParams>): Promise<SuggestionView> {
    const [applied] = await this.applied(call, [call.params.id], call.params.commit_message);
    return applied!;
  }

  @Endpoint.put('/suggestions/batch_apply', {
    summary: 'Apply suggestions of a merge request by one commit on its source branch',
    params: ApplySuggestionsParams,
    returns: returns.json(z.array(SuggestionView)),
    refuses: [...REFUSALS, SuggestionsElsewhere],
  })
  batchApply(@Call() call: CallOf<typeof ApplySuggestionsParams>): Promise<SuggestionView[]> {
    return this.applied(call, [...new Set(call.params.ids)], call.params.commit_message);
  }

  private async applied(
    { user }: EndpointCall<object>,
    ids: readonly number[],
    message: string | undefined,
  ): Promise<SuggestionView[]> {
    const named = ids.map(suggestionOf);
    const { access, noteable } = await this.commentedFacts.of(named, user);
    await this.applySuggestions.execute(access, noteable, { named, message }, user);
    return (await this.commentedFacts.suggestions(noteable, named)).map(presentSuggestion);
  }
}
