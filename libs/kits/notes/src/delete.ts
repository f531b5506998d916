import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { held, requireChange } from './hold.js';
import type { Noteable } from './note.rules.js';
import { Noteables, type NoteableKinds } from './noteables.js';
import { NotesStore } from './notes.store.js';
import { NoteNotFound } from './refusals.js';

/** Deletes a note with its awards. */
@Injectable()
export class DeleteNote {
  constructor(
    private readonly db: Database,
    private readonly kinds: NoteableKinds,
    private readonly noteables: Noteables,
    private readonly notesStore: NotesStore,
  ) {}

  /** @throws NoteableNotFound, NoteNotFound, PreconditionFailed, Forbidden */
  execute(noteable: Noteable, id: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await held(this.noteables, tx, noteable, actor);
      const note = await this.notesStore.lock(tx, noteable, id);
      if (!note) throw NoteNotFound();
      requireChange(found, this.kinds[noteable.kind]!, actor, note.authorId);
      unlessModified(note.updatedAt);
      await this.notesStore.delete(tx, id);
      if (!note.system) await this.noteables.noted(tx, noteable, { id, body: '' }, { actor, difference: -1 });
    });
  }
}
