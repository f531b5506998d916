import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { NoteNotFound, NoteableNotFound, Noteables, type Noteable } from '@hearth/notes';
import { refusalOf, type Sentences } from '@hearth/pages';
import { CommitMissing, RepositoryFull } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { originOf, showOrigin } from '../pages/form-origin.js';
import { MergeRequestPage } from '../pages/merge-request-page.js';
import { SuggestionParams } from '../pages/page.params.js';
import {
  CannotPushToSource,
  MergeRequestNotFound,
  SuggestionNotAppliable,
  SuggestionNotFound,
  VersionNotFound,
} from '../refusals.js';
import { DiffPage } from '../reviews/diff-page.js';
import { ApplySuggestions } from './apply.js';

const OUTDATED = 'The suggestion cannot be applied any more: its lines have changed.';
const APPLY: Sentences = [
  [CannotPushToSource, 'You may not push to the source branch.'],
  [SuggestionNotAppliable, OUTDATED],
  [CommitMissing, OUTDATED],
  [RepositoryFull, 'The repository or its namespace has reached its size limit.'],
  [SuggestionNotFound, 'The suggestion does not exist any more.'],
  [NoteNotFound, 'The comment does not exist any more.'],
];

/** Form that applies a suggestion. */
@Controller()
export class SuggestionFormsController {
  constructor(
    private readonly noteables: Noteables,
    private readonly applySuggestions: ApplySuggestions,
    readonly mergeRequestPage: MergeRequestPage,
    readonly diffPage: DiffPage,
  ) {}

  @Endpoint.post('/-/project/:id/merge_requests/:iid/notes/:note_id/suggestion', {
    summary: 'Apply a suggestion in a browser',
    can: abilities.readMergeRequest,
    params: SuggestionParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound, NoteableNotFound, VersionNotFound, Forbidden],
  })
  async apply(@Call() call: CallOf<typeof SuggestionParams>) {
    const { iid, note_id: noteId, index } = call.params;
    const noteable: Noteable = await this.noteables.require(call, 'mergeRequest', iid, Forbidden);
    const write = () =>
      this.applySuggestions.execute(call.project, { ...noteable, iid }, { named: [{ noteId, index }] }, call.user);
    const error = await refusalOf(write, APPLY);
    if (error !== null) return showOrigin(this, call, { error });
    return new Redirect(`${originOf(call)}&done=applied#note_${noteId}`);
  }
}
