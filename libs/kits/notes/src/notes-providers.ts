import type { Provider, Type } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Database } from '@hearth/data';
import { AwardsStore } from './awards/awards.store.js';
import { CreateNote } from './create.js';
import { DeleteNote } from './delete.js';
import { ResolveDiscussion } from './discussions/resolve.js';
import { GiveAward } from './awards/give.js';
import { NoteFacts } from './note.facts.js';
import { Noteables, type NoteableKinds } from './noteables.js';
import { NotesStore } from './notes.store.js';
import { TakeAwardBack } from './awards/take-back.js';
import { UpdateNote } from './update.js';

/**
 * Lists the providers that the controllers of a service's notes need.
 * @param noteables the service's implementation of `Noteables`; a provider itself
 */
export function noteProviders(kinds: NoteableKinds, noteables: Type<Noteables>): Provider[] {
  return [
    noteables,
    { provide: Noteables, useExisting: noteables },
    { provide: NotesStore, useFactory: () => new NotesStore(kinds) },
    { provide: AwardsStore, useFactory: () => new AwardsStore(kinds) },
    withKinds(NoteFacts, [Noteables, NotesStore, AwardsStore, AccessResolver], kinds),
    withKinds(CreateNote, [Noteables, NotesStore, AwardsStore], kinds),
    withKinds(UpdateNote, [Noteables, NotesStore], kinds),
    withKinds(DeleteNote, [Noteables, NotesStore], kinds),
    withKinds(GiveAward, [Noteables, NotesStore, AwardsStore], kinds),
    withKinds(ResolveDiscussion, [Noteables, NotesStore], kinds),
    TakeAwardBack,
  ];
}

/** Provider of a class that takes the database and the kinds of records as its first dependencies. */
function withKinds<Rest extends unknown[], T>(
  provide: new (db: Database, kinds: NoteableKinds, ...rest: Rest) => T,
  rest: readonly unknown[],
  kinds: NoteableKinds,
): Provider {
  return {
    provide,
    inject: [Database, ...(rest as never[])],
    useFactory: (db: Database, ...others: Rest) => new provide(db, kinds, ...others),
  };
}
