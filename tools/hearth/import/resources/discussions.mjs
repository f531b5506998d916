import { RequestRefused } from '../client.mjs';
import { movedText } from '../texts.mjs';

/** A kind for each: their notes may have the same ids, as those of two services of Hearth have. */
const KINDS = {
  Issue: 'notes of issues',
  MergeRequest: 'notes of merge requests',
  ProjectSnippet: 'notes of snippets',
};

/**
 * Writes the comments of an issue, merge request or snippet in their threads. Notes of the system are not brought.
 * @param {import('../moving.mjs').Moving} moving
 * @param {{ api: keyof typeof KINDS, place: import('../places.mjs').Place, record: { id: number, iid?: number }, iid: number, what: string }} commented
 *   `record` at the source, `iid` here
 */
export function moveDiscussions(moving, { api, place, record, iid, what }) {
  const { source } = moving;
  return moving.once('discussions', `${api} ${record.id}`, async () => {
    const read = () => source[`${api}Discussions`].all(place.from, record.iid ?? record.id);
    for (const discussion of await moving.list(KINDS[api], what, read)) {
      const written = discussion.notes.filter(({ system }) => !system);
      const notes = written.filter(({ internal, confidential }) => !internal && !confidential);
      // Here every reader of the issue would see them.
      if (notes.length < written.length) moving.report.leftOut(KINDS[api], what, 'a note is internal at the source');
      await moveThread(moving, { api, place, iid, what }, { ...discussion, notes });
    }
  });
}

async function moveThread(moving, commented, { id, individual_note: isSingle, notes }) {
  const [first, ...replies] = notes;
  if (!first) return;
  const { what, api } = commented;
  const kind = KINDS[api];
  const isThread = !isSingle || replies.length > 0;
  const discussion = await moving.one(kind, first.id, {
    what,
    find: () => findThread(moving, commented, first),
    create: () => (isThread ? openThread(moving, commented, first) : writeNote(moving, commented, first)),
  });
  for (const note of replies) {
    if (discussion === undefined && !moving.dryRun) {
      moving.report.leftOut(kind, what, 'its thread was left out');
      continue;
    }
    await moving.one(kind, note.id, {
      what,
      find: () => findReply(moving, commented, discussion, note),
      create: () => reply(moving, commented, discussion, note),
    });
  }
  const { here, dryRun } = moving;
  const resolved = notes.find((note) => note.resolved);
  if (dryRun || discussion === undefined || !resolved) return;
  const { place, iid } = commented;
  const resolve = () =>
    moving.asUser(resolved.resolved_by, (options) =>
      here.MergeRequestDiscussions.resolve(place.to, iid, discussion, true, options),
    );
  await moving.attempt('resolved discussions', what, () => moving.once('resolved discussions', id, resolve));
}

/** Threads and notes are alike here: each note is in a discussion, whose id is kept in the journal. */
async function findThread({ here, journal }, { api, place, iid }, note) {
  const discussions = await here[`${api}Discussions`].all(place.to, iid);
  const isUnknown = ({ id, notes }) => !journal.isMade(KINDS[api], id) && !journal.isMade(KINDS[api], notes[0].id);
  return discussions.find((each) => isUnknown(each) && isCopy(each.notes[0], note, place))?.id;
}

async function findReply({ here, journal }, { api, place, iid }, discussion, note) {
  const discussions = await here[`${api}Discussions`].all(place.to, iid);
  const { notes = [] } = discussions.find(({ id }) => id === discussion) ?? {};
  return notes.slice(1).find((each) => !journal.isMade(KINDS[api], each.id) && isCopy(each, note, place))?.id;
}

/** The origin may be named before the text. */
function isCopy(copy, { body, created_at: at }, { url }) {
  const isSame = copy.body.endsWith(movedText(body, url)) && Date.parse(copy.created_at) === Date.parse(at);
  return isSame && !copy.system;
}

async function writeNote(moving, { api, place, iid }, note) {
  const { id } = await write(moving, place, note, ({ text, sudo }) =>
    moving.here[`${api}Notes`].create(place.to, iid, text, { createdAt: note.created_at, sudo }),
  );
  return id;
}

async function openThread(moving, { api, place, iid }, note) {
  const open = (options, lines) =>
    write(
      moving,
      place,
      note,
      ({ text, sudo }) => {
        const given = { created_at: note.created_at, sudo, ...options };
        return moving.here[`${api}Discussions`].create(place.to, iid, text, given);
      },
      lines,
    );
  const { position } = note;
  if (api !== 'MergeRequest' || !position) return (await open({})).id;
  try {
    return (await open({ position: givenOf(position) })).id;
  } catch (error) {
    // The line is not in the changes as they are here: the thread is kept, beside them.
    if (!(error instanceof RequestRefused) || error.status !== 400) throw error;
    const line = position.new_line ?? position.old_line;
    return (await open({}, [`*On \`${position.new_path}\`${line ? `, line ${line}` : ''}.*`])).id;
  }
}

/** Without the fields that only later releases have, and those that are not set. */
function givenOf({ line_range: _, ...position }) {
  return Object.fromEntries(Object.entries(position).filter(([, value]) => value !== null));
}

async function reply(moving, { api, place, iid }, discussion, note) {
  const { id } = await write(moving, place, note, ({ text, sudo }) =>
    moving.here[`${api}Discussions`].addNote(place.to, iid, discussion, text, { createdAt: note.created_at, sudo }),
  );
  return id;
}

function write(moving, { url: projectUrl }, { author, body }, send, lines = []) {
  return moving.asAuthor({ author, text: body, verb: 'Written', projectUrl, lines }, send);
}
