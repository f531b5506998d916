import type { Made, Sample, Samples } from './sample.js';
import type { Role, Target } from './target.js';

/** A record with notes: how its path goes on behind the project's, and its number in a target. */
export interface Noteable {
  /** `issues`, as in `/projects/:id/issues/:issue_iid`. */
  readonly resource: string;
  readonly segment: string;
  readonly numberIn: (target: Target) => number | Promise<number>;
}

async function record(kind: Noteable, target: Target): Promise<{ segments: Record<string, number>; at: string }> {
  const number = await kind.numberIn(target);
  const at = `/projects/${target.project}/${kind.resource}/${number}`;
  return { segments: { [kind.segment]: number }, at };
}

/** Returns the record with its first note, and their first awards. */
function existing(kind: Noteable, ofNote: boolean) {
  return async (target: Target): Promise<Made> => {
    const { segments, at } = await record(kind, target);
    const notes = (await target.as.member.get(`${at}/notes?sort=asc&per_page=1`)).expect(200);
    const note = notes.json<{ id: number }[]>()[0]!.id;
    const awards = (await target.as.member.get(`${ofNote ? `${at}/notes/${note}` : at}/award_emoji?per_page=1`)).expect(
      200,
    );
    return { segments: { ...segments, note_id: note, award_id: awards.json<{ id: number }[]>()[0]!.id } };
  };
}

/** Makes a new note of the caller, with an award of the caller to it or to the record. */
function written(kind: Noteable, ofNote: boolean) {
  return async (target: Target, role: Role): Promise<Made> => {
    const { segments, at } = await record(kind, target);
    const client = target.as[role];
    const note = (await client.post(`${at}/notes`, { body: target.fresh() })).expect(201).json<{ id: number }>().id;
    const given = await client.post(`${ofNote ? `${at}/notes/${note}` : at}/award_emoji`, { name: 'rocket' });
    return { segments: { ...segments, note_id: note, award_id: given.expect(201).json<{ id: number }>().id } };
  };
}

const noteOf =
  (kind: Noteable) =>
  async (target: Target, role: Role): Promise<Made> => {
    const { segments, at } = await record(kind, target);
    const made = await target.as[role].post(`${at}/notes`, { body: target.fresh() });
    return { segments: { ...segments, note_id: made.expect(201).json<{ id: number }>().id } };
  };

/** Makes a new discussion of the caller. */
function discussionOf(kind: Noteable) {
  return async (target: Target, role: Role): Promise<Made> => {
    const { segments, at } = await record(kind, target);
    const made = (await target.as[role].post(`${at}/discussions`, { body: target.fresh() })).expect(201);
    const { id, notes } = made.json<{ id: string; notes: { id: number }[] }>();
    return { segments: { ...segments, discussion_id: id, note_id: notes[0]!.id } };
  };
}

/** Samples of the discussions of a kind of record. */
export function discussionSamples(kind: Noteable): Samples {
  const path = `/projects/:id/${kind.resource}/:${kind.segment}/discussions`;
  const made: Pick<Sample, 'before'> = { before: discussionOf(kind) };
  return {
    [`GET ${path}`]: { before: existing(kind, false) },
    [`POST ${path}`]: { before: existing(kind, false), body: ({ fresh }) => ({ body: fresh() }) },
    [`GET ${path}/:discussion_id`]: made,
    [`GET ${path}/:discussion_id/notes`]: { ...made, short: 'the discussion is new' },
    [`POST ${path}/:discussion_id/notes`]: { ...made, body: ({ fresh }) => ({ body: fresh() }) },
    [`GET ${path}/:discussion_id/notes/:note_id`]: made,
    [`PUT ${path}/:discussion_id/notes/:note_id`]: { ...made, body: ({ fresh }) => ({ body: fresh() }) },
    [`DELETE ${path}/:discussion_id/notes/:note_id`]: made,
  };
}

/** Requests to the notes of a record and to the awards of both. */
export function noteSamples(kind: Noteable): Samples {
  const path = `/projects/:id/${kind.resource}/:${kind.segment}`;
  const found: Pick<Sample, 'before'> = { before: existing(kind, false) };
  const ofNote: Pick<Sample, 'before'> = { before: existing(kind, true) };
  return {
    [`GET ${path}/notes`]: found,
    [`GET ${path}/notes/:note_id`]: found,
    [`POST ${path}/notes`]: { ...found, body: ({ fresh }) => ({ body: fresh() }) },
    [`PUT ${path}/notes/:note_id`]: { before: noteOf(kind), body: ({ fresh }) => ({ body: fresh() }) },
    [`DELETE ${path}/notes/:note_id`]: { before: noteOf(kind) },
    [`GET ${path}/award_emoji`]: found,
    [`GET ${path}/award_emoji/:award_id`]: found,
    [`POST ${path}/award_emoji`]: { ...found, body: () => ({ name: 'heart' }) },
    [`DELETE ${path}/award_emoji/:award_id`]: { before: written(kind, false) },
    [`GET ${path}/notes/:note_id/award_emoji`]: ofNote,
    [`GET ${path}/notes/:note_id/award_emoji/:award_id`]: ofNote,
    [`POST ${path}/notes/:note_id/award_emoji`]: { ...ofNote, body: () => ({ name: 'heart' }) },
    [`DELETE ${path}/notes/:note_id/award_emoji/:award_id`]: { before: written(kind, true) },
  };
}
