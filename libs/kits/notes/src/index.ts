export { addressedIn, mentionsIn } from './mention.rules.js';
export { CreateNote, type GivenNote, type PreparedNote, type WrittenNote } from './create.js';
export { DeleteNote } from './delete.js';
export { held, mayResolve, requireBody } from './hold.js';
export { NoteFacts } from './note.facts.js';
export type { Note, NoteSuggestion, Noteable } from './note.rules.js';
export { MOST_TEXT } from './note.rules.js';
export {
  NO_ACTIONS,
  quickActionsIn,
  withoutActions,
  type AppliedActions,
  type QuickAction,
} from './quick-actions/quick-action.rules.js';
export { closingReferencesIn, referencesIn, withFullReferences, type Reference } from './reference.rules.js';
export { labelNamesIn, milestoneTitleIn } from './quick-actions/quick-action-argument.rules.js';
export {
  assigneesNote,
  descriptionNotes,
  labelsNote,
  milestoneNote,
  taskCompletion,
  titleNote,
} from './system-note.rules.js';
export { NoteView, SuggestionView, presentSuggestion, type NoteAuthor, type PresentableNote } from './note.view.js';
export { Noteables, type HeldNoteable, type NoteText, type SavedNote, type NoteableKinds } from './noteables.js';
export { noteProviders } from './notes-providers.js';
export { awardsController } from './awards/awards.controller.js';
export { noteFormsController } from './note-forms.controller.js';
export { NOTE_BODY, notesController, type NoteEndpointsOptions } from './notes.controller.js';
export { discussionChangesController } from './discussions/discussion-changes.controller.js';
export { discussionsController } from './discussions/discussions.controller.js';
export { MOST_IN_DISCUSSION } from './discussions/discussion.rules.js';
export { PositionParams, givenPosition } from './discussions/position.params.js';
export { positionOn, type GivenPosition, type Position } from './discussions/position.rules.js';
export { PositionView, presentPosition } from './discussions/position.view.js';
export { resolutionsController } from './discussions/resolutions.controller.js';
export { ResolveDiscussion } from './discussions/resolve.js';
export { DiscussionNotFound, NoReplies, NoteInvalid, NoteNotFound, NoteableNotFound } from './refusals.js';
export { UpdateNote } from './update.js';
