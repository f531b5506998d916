import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import {
  DeleteNote,
  NOTE_BODY,
  NoteFacts,
  NoteInvalid,
  NoteNotFound,
  NoteableNotFound,
  Noteables,
  UpdateNote,
  type Noteable,
} from '@hearth/notes';
import { presentPageProject, refusalOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';
import { backTo, keptOf, originOf } from './form-origin.js';
import { addressOf } from './merge-request-page.js';
import { DeleteNoteParams, EditNoteParams, NoteParams } from './page.params.js';
import { PageRenderer } from './page-renderer.js';

const NOTE = {
  can: abilities.readMergeRequest,
  returns: returns.html,
  refuses: [MergeRequestNotFound, NoteableNotFound, NoteNotFound, Forbidden],
} as const;

/** Forms that change and delete comments on merge requests. */
@Controller()
export class NoteFormsController {
  constructor(
    private readonly noteables: Noteables,
    private readonly noteFacts: NoteFacts,
    private readonly updateNote: UpdateNote,
    private readonly deleteNote: DeleteNote,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/:iid/notes/:note_id/edit', {
    summary: 'Show the form of a comment on a merge request',
    ...NOTE,
    params: NoteParams,
  })
  async edit(@Call() call: CallOf<typeof NoteParams>) {
    const { note } = await this.noteFacts.one(await this.noteable(call), call.params.note_id);
    if (note.system || note.authorId !== call.user.userId) throw Forbidden();
    return this.show(call, note.body, null);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/notes/:note_id/edit', {
    summary: 'Change a comment on a merge request in a browser',
    ...NOTE,
    params: EditNoteParams,
    jsonLimit: NOTE_BODY,
  })
  async update(@Call() call: CallOf<typeof EditNoteParams>) {
    const { note_id: id, body } = call.params;
    const noteable = await this.noteable(call);
    const error = await refusalOf(
      () => this.updateNote.execute(noteable, id, body, call.user),
      [[NoteInvalid, 'Write a comment first.']],
    );
    return error === null ? backTo(call, `note_${id}`) : this.show(call, body, error);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/notes/:note_id/delete', {
    summary: 'Delete a comment on a merge request in a browser',
    ...NOTE,
    params: DeleteNoteParams,
  })
  async delete(@Call() call: CallOf<typeof DeleteNoteParams>) {
    const { note_id: id, confirmed } = call.params;
    const noteable = await this.noteable(call);
    if (!confirmed) {
      const text = 'The comment is deleted for everybody, with its emoji.';
      const fields = Object.entries(keptOf(call)).map(([name, value]) => [name, String(value)] as const);
      const question = { title: 'Delete comment?', text, button: 'Delete', back: originOf(call), fields };
      return this.pages.confirm(call, question);
    }
    await this.deleteNote.execute(noteable, id, call.user, call.unlessModified);
    return new Redirect(originOf(call));
  }

  private show(call: CallOf<typeof NoteParams>, body: string, error: string | null) {
    const project = presentPageProject(call.project, 'merge-requests');
    const title = `Edit comment · ${project.fullPath}`;
    const address = `${addressOf(call)}/notes/${call.params.note_id}`;
    const page = { title, project, body, error, address, back: originOf(call), kept: keptOf(call) };
    return this.pages.page(call, 'edit-note', page);
  }

  private noteable(call: EndpointCall<{ readonly iid: number }>): Promise<Noteable> {
    return this.noteables.require(call, 'mergeRequest', call.params.iid, Forbidden);
  }
}
