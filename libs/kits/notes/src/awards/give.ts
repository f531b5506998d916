import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { AwardsStore, type Award, type Awardable } from './awards.store.js';
import { emojiName, isVote } from './emoji.rules.js';
import { held, requireComment } from '../hold.js';
import type { Noteable } from '../note.rules.js';
import { Noteables, type NoteableKinds } from '../noteables.js';
import { NotesStore } from '../notes.store.js';
import { AwardInvalid, AwardNotFound } from '../refusals.js';

/** Gives an emoji to a record or a note. Authors cannot vote for their own. */
@Injectable()
export class GiveAward {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
    private readonly awardsStore: AwardsStore,
  ) {}

  /**
   * @param noteId null: the award is for the record itself
   * @throws NoteableNotFound, AwardInvalid, Forbidden; AwardNotFound when the caller may not give it
   */
  execute(noteable: Noteable, noteId: number | null, given: string, actor: Principal): Promise<Award> {
    const name = emojiName(given);
    if (name === null) throw AwardInvalid({ reason: 'is not included in the list' });
    return this.db.tx(async (tx) => {
      const found = await held(this.noteables, tx, noteable, actor);
      requireComment(found, this.kinds[noteable.kind]!, actor);
      const note = noteId === null ? null : await this.notesStore.lock(tx, noteable, noteId);
      const authorId = note === null ? found.authorId : note?.authorId;
      if (note === undefined || note?.system || (isVote(name) && authorId === actor.userId)) throw AwardNotFound();
      const awardable: Awardable = note === null ? noteable : { kind: 'note', id: note.id };
      const award = await this.awardsStore.insert(tx, awardable, actor.userId, name);
      if (!award) throw AwardInvalid({ reason: 'has already been taken' });
      if (note === null) await this.noteables.awarded(tx, noteable);
      return award;
    });
  }
}
