import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { Call, Endpoint, returns, v4, type CallOf, type EndpointCall } from '../index.js';
import { abilities } from './sample-endpoints.js';

const HOLDERS = { project: v4.project(), group: v4.group() };
const NoteView = z.strictObject({ holder: z.string(), id: z.int() });

/** Endpoints that projects and groups share, declared once. */
function notesController(kind: keyof typeof HOLDERS) {
  const params = z.object({ id: HOLDERS[kind] });
  const can = kind === 'group' ? abilities.readGroup : abilities.read;

  @Controller()
  abstract class NotesController {
    abstract idOf(call: EndpointCall<unknown>): number;

    @Endpoint.get(`/${kind}s/:id/note`, {
      summary: `Get the note of a ${kind}`,
      can,
      params,
      returns: returns.json(NoteView),
    })
    one(@Call() call: CallOf<typeof params>) {
      return { holder: kind, id: this.idOf(call) };
    }

    @Endpoint.delete(`/${kind}s/:id/note`, {
      summary: `Delete the note of a ${kind}`,
      can,
      params,
      returns: returns.empty,
    })
    delete(): void {}
  }
  return NotesController;
}

export class ProjectNotesController extends notesController('project') {
  override idOf({ project }: EndpointCall<unknown>): number {
    return project.project.id;
  }
}

/** Notes of groups cannot be deleted: a method without an endpoint overrides an inherited one. */
export class GroupNotesController extends notesController('group') {
  override idOf({ group }: EndpointCall<unknown>): number {
    return group.group.id;
  }

  override delete(): void {}
}
