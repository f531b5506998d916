import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { held, requireBody, requireChange } from './hold.js';
import type { Note, Noteable } from './note.rules.js';
import { Noteables, type NoteableKinds } from './noteables.js';
import { NotesStore } from './notes.store.js';
import { NoteNotFound } from './refusals.js';

/** Changes the text of a note. System notes stay as they are. */
@Injectable()
export class UpdateNote {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
  ) {}

  /** @throws NoteInvalid, NoteableNotFound, NoteNotFound, Forbidden */
  async execute(found: Noteable, id: number, body: string, actor: Principal): Promise<Note> {
    requireBody(body);
    const noteable = await this.noteables.prepare(found, { body, actions: [] }, actor);
    return this.db.tx(async (tx) => {
      const holding = await held(this.noteables, tx, noteable, actor);
      const note = await this.notesStore.lock(tx, noteable, id);
      if (!note) throw NoteNotFound();
      requireChange(holding, this.kinds[noteable.kind]!, actor, note.authorId);
      if (note.system) return note;
      await this.noteables.noted(tx, noteable, { id, body }, { actor, difference: 0 });
      return this.notesStore.update(tx, id, body);
    });
  }
}
