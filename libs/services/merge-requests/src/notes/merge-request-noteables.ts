import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import { Forbidden, type EndpointCall } from '@hearth/http';
import {
  NoteableNotFound,
  Noteables,
  type AppliedActions,
  type GivenPosition,
  type HeldNoteable,
  type NoteAuthor,
  type Note,
  type NoteSuggestion,
  type NoteText,
  type Noteable,
  type Position,
  type QuickAction,
  type SavedNote,
} from '@hearth/notes';
import { PositionFacts } from '../diffs/position.facts.js';
import { ChoicesFacts } from '../merge-requests/choices.facts.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { MergeRequestQuickActions, type PreparedActions } from '../quick-actions/quick-actions.js';
import { MergeRequestNotFound } from '../refusals.js';
import { MergeRequestNotesStore } from './merge-request-notes.store.js';
import { SuggestionFacts } from '../suggestions/suggestion.facts.js';
import { NoteEffects } from './note-effects.js';

/** Merge request with the answers of other services about the write of a note on it. */
interface FoundMergeRequest extends Noteable {
  readonly iid: number;
  /** Users mentioned in the text who may read the project. */
  readonly mentioned: readonly UserId[];
  /** Whether the note is published with a review. */
  readonly inReview?: boolean;
  /** Undefined before the write of a text. */
  readonly prepared?: PreparedActions;
}

/** @param access the caller's to the target */
export function noteableOf(
  kind: string,
  { id, iid }: { readonly id: number; readonly iid: number },
  access: ProjectAccess,
  caller: Principal,
): FoundMergeRequest {
  return { kind, id, iid, projectId: access.project.id, access, caller, mentioned: [] };
}

/** Handling of notes by merge requests. */
@Injectable()
export class MergeRequestNoteables extends Noteables<FoundMergeRequest> {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
    private readonly noteEffects: NoteEffects,
    private readonly positionFacts: PositionFacts,
    private readonly choicesFacts: ChoicesFacts,
    private readonly peopleFacts: PeopleFacts,
    private readonly quickActions: MergeRequestQuickActions,
    private readonly suggestionFacts: SuggestionFacts,
  ) {
    super();
  }

  async find(
    { project: access, user }: EndpointCall<object>,
    kind: string,
    iid: number,
  ): Promise<FoundMergeRequest | null> {
    try {
      const id = await this.mergeRequestFacts.idOf(access, iid, user);
      return noteableOf(kind, { id, iid }, access, user);
    } catch (error) {
      if (Forbidden.is(error)) return null;
      throw MergeRequestNotFound.is(error) ? NoteableNotFound() : error;
    }
  }

  more(): Promise<object> {
    return Promise.resolve({});
  }

  override async prepare(
    found: FoundMergeRequest,
    { body, actions, headSha }: NoteText,
    actor: Principal,
  ): Promise<FoundMergeRequest> {
    const [{ mentioned }, prepared] = await Promise.all([
      this.choicesFacts.people(found.projectId, [], body),
      this.quickActions.prepare(found.access, found.iid, { actions, headSha }, actor),
    ]);
    return { ...found, mentioned, prepared };
  }

  async hold(tx: Tx, { id, access: { project, level } }: FoundMergeRequest): Promise<HeldNoteable | undefined> {
    const held = await this.mergeRequestNotesStore.hold(tx, id);
    return held && { ...held, standing: { ...project, level } };
  }

  act(
    tx: Tx,
    found: FoundMergeRequest,
    actions: readonly QuickAction[],
    { actor }: Parameters<Noteables['act']>[3],
  ): Promise<AppliedActions> {
    return this.quickActions.carryOut(tx, found, actions, found.prepared!, actor);
  }

  noted(tx: Tx, found: FoundMergeRequest, note: SavedNote, by: Parameters<Noteables['noted']>[3]): Promise<void> {
    return this.noteEffects.noted(tx, found, note, by);
  }

  override locate(found: FoundMergeRequest, position: GivenPosition): Promise<Position | null> {
    return this.positionFacts.on(found, position);
  }

  override suggestions(
    noteable: Noteable,
    notes: readonly Note[],
  ): Promise<ReadonlyMap<number, readonly NoteSuggestion[]>> {
    return this.suggestionFacts.of(noteable, notes);
  }

  override resolved(tx: Tx, found: FoundMergeRequest, actor: Principal): Promise<void> {
    return this.noteEffects.resolved(tx, found, actor);
  }

  awarded(tx: Tx, { id }: FoundMergeRequest): Promise<void> {
    return this.mergeRequestNotesStore.countVotes(tx, id);
  }

  async authors(_db: Db, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, NoteAuthor>> {
    const users = await this.peopleFacts.byIds(ids);
    return new Map(
      ids.flatMap((id) => {
        const user = users.get(id);
        return user ? [[id, { ...user, email: user.email ?? null, createdAt: new Date(user.createdAt) }] as const] : [];
      }),
    );
  }
}
