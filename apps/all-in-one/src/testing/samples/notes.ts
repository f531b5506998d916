import type { Role, Target } from '../target.js';
import type { Made, Sample, Samples } from './sample.js';

/** Paths of the first issue, merge request and snippet of the project. */
const RECORDS = {
  issue: { segment: 'issue_iid', path: '/projects/:id/issues/:issue_iid' },
  merge_request: { segment: 'merge_request_iid', path: '/projects/:id/merge_requests/:merge_request_iid' },
  snippet: { segment: 'snippet_id', path: '/projects/:id/snippets/:snippet_id' },
} as const;
type Kind = keyof typeof RECORDS;

async function firstSnippet({ query, project }: Target): Promise<number> {
  const text = 'select min(id) as id from projects.snippets where project_id = $1';
  const [row] = await query<{ id: number }>(text, [project]);
  return Number(row!.id);
}

async function record(kind: Kind, target: Target): Promise<{ segments: Record<string, number>; at: string }> {
  const number = kind === 'snippet' ? await firstSnippet(target) : 1;
  const at = `/projects/${target.project}/${kind}s/${number}`;
  return { segments: { [RECORDS[kind].segment]: number }, at };
}

/** Returns the record with its first note, and their first awards. */
function existing(kind: Kind, ofNote: boolean) {
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
function written(kind: Kind, ofNote: boolean) {
  return async (target: Target, role: Role): Promise<Made> => {
    const { segments, at } = await record(kind, target);
    const client = target.as[role];
    const note = (await client.post(`${at}/notes`, { body: target.fresh() })).expect(201).json<{ id: number }>().id;
    const given = await client.post(`${ofNote ? `${at}/notes/${note}` : at}/award_emoji`, { name: 'rocket' });
    return { segments: { ...segments, note_id: note, award_id: given.expect(201).json<{ id: number }>().id } };
  };
}

const noteOf =
  (kind: Kind) =>
  async (target: Target, role: Role): Promise<Made> => {
    const { segments, at } = await record(kind, target);
    const made = await target.as[role].post(`${at}/notes`, { body: target.fresh() });
    return { segments: { ...segments, note_id: made.expect(201).json<{ id: number }>().id } };
  };

function samplesOf(kind: Kind): Samples {
  const { path } = RECORDS[kind];
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

/** Makes a new snippet of the caller. */
const ownSnippet = async (target: Target, role: Role): Promise<Made> => {
  const made = await target.as[role].post('/snippets', { title: target.fresh(), file_name: 'a', content: 'x' });
  return { segments: { id: made.expect(201).json<{ id: number }>().id } };
};
const projectSnippet = async (target: Target): Promise<Made> => {
  const snippet = { title: target.fresh(), file_name: 'a', code: 'x', visibility: 'public' };
  const made = await target.as.member.post(`/projects/${target.project}/snippets`, snippet);
  return { segments: { snippet_id: made.expect(201).json<{ id: number }>().id } };
};
/** Makes a snippet with a record of its client. */
const traced =
  (make: (target: Target, role: Role) => Promise<Made>, segment: string) =>
  async (target: Target, role: Role): Promise<Made> => {
    const made = await make(target, role);
    await target.query(
      `insert into projects.user_agent_details (snippet_id, user_agent, ip_address) values ($1, 'agent', '127.0.0.1')
       on conflict do nothing`,
      [made.segments![segment]],
    );
    return made;
  };
const firstOfProject = async (target: Target): Promise<Made> => ({
  segments: { snippet_id: await firstSnippet(target) },
});

export const NOTES: Samples = {
  ...samplesOf('issue'),
  ...samplesOf('merge_request'),
  ...samplesOf('snippet'),
  'POST /projects/:id/snippets': {
    body: ({ fresh }) => ({ title: fresh(), file_name: 'a', code: 'x', visibility: 'public' }),
  },
  'GET /projects/:id/snippets/:snippet_id': { before: firstOfProject },
  'GET /projects/:id/snippets/:snippet_id/raw': { before: firstOfProject },
  'GET /projects/:id/snippets/:snippet_id/user_agent_detail': { before: traced(projectSnippet, 'snippet_id') },
  'PUT /projects/:id/snippets/:snippet_id': { before: projectSnippet, body: ({ fresh }) => ({ title: fresh() }) },
  'DELETE /projects/:id/snippets/:snippet_id': { before: projectSnippet },
  'POST /snippets': { body: ({ fresh }) => ({ title: fresh(), file_name: 'a', content: 'x' }) },
  'GET /snippets/:id': { before: ownSnippet },
  'GET /snippets/:id/raw': { before: ownSnippet },
  'GET /snippets/:id/user_agent_detail': { before: traced(ownSnippet, 'id') },
  'PUT /snippets/:id': { before: ownSnippet, body: ({ fresh }) => ({ title: fresh() }) },
  'DELETE /snippets/:id': { before: ownSnippet },
};
