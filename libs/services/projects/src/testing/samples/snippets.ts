import { discussionSamples, type Made, noteSamples, type Role, type Samples, type Target } from '@hearth/testing';

async function firstSnippet({ query, project }: Target): Promise<number> {
  const text = 'select min(id) as id from projects.snippets where project_id = $1';
  const [row] = await query<{ id: number }>(text, [project]);
  return Number(row!.id);
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

const NOTEABLE = { resource: 'snippets', segment: 'snippet_id', numberIn: firstSnippet };

export const SNIPPETS: Samples = {
  ...noteSamples(NOTEABLE),
  ...discussionSamples(NOTEABLE),
  'POST /projects/:id/snippets': {
    body: ({ fresh }) => ({ title: fresh(), file_name: 'a', code: 'x', visibility: 'public' }),
  },
  'GET /projects/:id/snippets/:snippet_id': { before: firstOfProject },
  'GET /projects/:id/snippets/:snippet_id/raw': { before: firstOfProject },
  'GET /-/project/:id/snippets/:snippet_id/raw': {
    before: async (target) => ({ segments: { id: target.project, snippet_id: await firstSnippet(target) } }),
  },
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
