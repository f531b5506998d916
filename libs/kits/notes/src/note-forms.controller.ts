import { Controller, Inject, type Type } from '@nestjs/common';
import type { Ability } from '@hearth/access';
import type { RefusalDefinition } from '@hearth/contract-kit';
import { Call, Endpoint, Forbidden, Redirect, returns, v4, type CallOf, type EndpointCall } from '@hearth/http';
import {
  confirmed,
  presentPageProject,
  refusalOf,
  type EditNotePage,
  type ProjectSection,
  type TemplateRenderer,
} from '@hearth/pages';
import { DeleteNote } from './delete.js';
import { NoteFacts } from './note.facts.js';
import { NoteFormParams } from './note.params.js';
import { MOST_TEXT, type Noteable } from './note.rules.js';
import { Noteables } from './noteables.js';
import { NOTE_BODY } from './notes.controller.js';
import { NoteInvalid, NoteNotFound, NoteableNotFound } from './refusals.js';
import { UpdateNote } from './update.js';

/** Pages of a service with comments. */
type NotePages<Data> = { readonly 'edit-note': EditNotePage } & { readonly [Name in keyof Data]: object };

/** Declaration of the forms of the notes on one kind of record. */
export interface NoteFormsOptions<Data extends NotePages<Data>> {
  /** One of the service's kinds. */
  readonly kind: string;
  /** The record's name in the documentation, with its article. */
  readonly record: string;
  /** Segment of the records in addresses of pages. */
  readonly path: string;
  readonly section: ProjectSection;
  /** Whether forms are on the page of changes too. */
  readonly onDiffs: boolean;
  /** Ability required to read the record. */
  readonly read: Ability;
  readonly notFound: RefusalDefinition;
  readonly renderer: Type<TemplateRenderer<Data>>;
  /** Returns the address of the page that a form was on, without a fragment. */
  readonly originOf: (call: EndpointCall<NoteFormParams>) => string;
}

/** Creates the forms that change and delete the notes on one kind of record. */
export function noteFormsController<Data extends NotePages<Data>>({
  kind,
  record,
  path,
  section,
  onDiffs,
  read,
  notFound,
  renderer,
  originOf,
}: NoteFormsOptions<Data>): Type<object> {
  const at = `/-/project/:id/${path}/:iid/notes/:note_id` as const;
  const declared = {
    can: read,
    returns: returns.html,
    refuses: [notFound, NoteableNotFound, NoteNotFound, Forbidden],
  } as const;
  const One = (onDiffs ? NoteFormParams : NoteFormParams.omit({ back: true })) as typeof NoteFormParams;
  const Edit = One.extend({ body: v4.text({ most: MOST_TEXT }) });
  const Delete = One.extend({ confirmed });

  @Controller()
  class NoteFormsController {
    constructor(
      private readonly noteables: Noteables,
      private readonly noteFacts: NoteFacts,
      private readonly updateNote: UpdateNote,
      private readonly deleteNote: DeleteNote,
      @Inject(renderer) private readonly pages: TemplateRenderer<{ 'edit-note': EditNotePage }>,
    ) {}

    @Endpoint.get(`${at}/edit`, { summary: `Show the form of a comment on ${record}`, ...declared, params: One })
    async edit(@Call() call: CallOf<typeof One>) {
      const { note } = await this.noteFacts.one(await this.noteable(call), call.params.note_id);
      if (note.system || note.authorId !== call.user.userId) throw Forbidden();
      return this.show(call, note.body, null);
    }

    @Endpoint.post(`${at}/edit`, {
      summary: `Change a comment on ${record} in a browser`,
      ...declared,
      params: Edit,
      jsonLimit: NOTE_BODY,
    })
    async update(@Call() call: CallOf<typeof Edit>) {
      const { note_id: id, body } = call.params;
      const noteable = await this.noteable(call);
      const error = await refusalOf(
        () => this.updateNote.execute(noteable, id, body, call.user),
        [[NoteInvalid, 'Write a comment first.']],
      );
      return error === null ? new Redirect(`${originOf(call)}#note_${id}`) : this.show(call, body, error);
    }

    @Endpoint.post(`${at}/delete`, {
      summary: `Delete a comment on ${record} in a browser`,
      ...declared,
      params: Delete,
    })
    async delete(@Call() call: CallOf<typeof Delete>) {
      const { note_id: id, confirmed } = call.params;
      const noteable = await this.noteable(call);
      const back = originOf(call);
      if (!confirmed) {
        const text = 'The comment is deleted for everybody, with its emoji.';
        const fields = Object.entries(keptOf(call)).map(([name, value]) => [name, String(value)] as const);
        return this.pages.confirm(call, { title: 'Delete comment?', text, button: 'Delete', back, fields });
      }
      await this.deleteNote.execute(noteable, id, call.user, call.unlessModified);
      return new Redirect(back);
    }

    private show(call: CallOf<typeof One>, body: string, error: string | null) {
      const project = presentPageProject(call.project, section);
      const title = `Edit comment · ${project.fullPath}`;
      const { iid, note_id: id } = call.params;
      const address = `${project.address}/-/${path}/${iid}/notes/${id}`;
      const page = { title, project, body, error, address, back: originOf(call), kept: keptOf(call) };
      return this.pages.page(call, 'edit-note', page);
    }

    private noteable(call: EndpointCall<{ readonly iid: number }>): Promise<Noteable> {
      return this.noteables.require(call, kind, call.params.iid, Forbidden);
    }
  }
  return NoteFormsController;
}

/** Returns the fields that name the page that a form was on. */
function keptOf({ params: { page, back } }: EndpointCall<NoteFormParams>) {
  return { page, ...(back !== undefined && { back }) };
}
