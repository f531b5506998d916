import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';

type Fields = Readonly<Record<string, unknown>>;

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: Fields }>> };
}

interface Sent {
  /** `post /api/v4/projects`. */
  readonly operation: string;
  readonly status: number;
  readonly text: string;
}

/** Verbs in the order in which records are made, named and changed. */
const VERBS = ['post', 'put', 'patch'];

/** Examples that are refused for an address that the sender does not have, for a job that waits already, and for a path without a submodule. */
const REFUSED = [
  'put /api/v4/notification_settings',
  'post /api/v4/projects/{id}/jobs/{job_id}/play',
  'put /api/v4/projects/{id}/repository/submodules/{submodule}',
];

/** Statuses of examples that were carried out, or refused for the sender or for the records that they name. */
const UNDERSTOOD = [200, 201, 202, 204, 401, 403, 404, 405, 409];

/**
 * Sends the example of every write as an ordinary user, to a project and a group of that user. What one example makes is what the paths of later ones
 * name; ids in bodies are those of records that exist. Operations for admins and runners, which read the body first, answer 401, 403 or 404.
 */
describe('the examples of the description of the API', () => {
  let person: Person;
  let ids: Fields;
  /** Records that examples have made, by the path of their list. */
  const made = new Map<string, Fields>();
  const sent: Sent[] = [];

  beforeAll(async () => {
    const other = await newPerson('examples');
    person = await newPerson('examples');
    const [project, target] = [await newProject(person, 'examples'), await newProject(person, 'examples')];
    const newGroup = async () => {
      const path = uniqueName('examples');
      return (await person.api.post('/groups', { name: path, path })).expect(201).json<Fields & { id: number }>();
    };
    const [group, parent] = [await newGroup(), await newGroup()];
    const projects = '/api/v4/projects';
    made.set(projects, { ...project }).set('/api/v4/groups', group);
    ids = {
      ...{ user_id: other.id, user_ids: [other.id], assignee_ids: [other.id] },
      ...{ group_id: parent.id, group_ids: [parent.id], target_group_id: parent.id, namespace: parent.id },
      ...{ project_id: project.id, to_project_id: target.id, target_project_id: target.id },
    };
    const { id: sha } = await commitTo(project.id);
    made.set(`${projects}/{id}/repository/commits`, { sha }).set(`${projects}/{id}/statuses`, { sha });
  });

  /** Makes the branches and the tag that examples name, with the files that they change. */
  async function commitTo(project: number): Promise<{ id: string }> {
    const commits = `/projects/${project}/repository/commits`;
    const commit = async (branch: string, fields: Fields) =>
      (await person.api.post(commits, { branch, commit_message: 'Write', ...fields }))
        .expect(201)
        .json<{ id: string }>();
    const pipeline = { action: 'create', file_path: '.gitlab-ci.yml', content: 'test:\n  script: npm test\n' };
    const readme = { action: 'create', file_path: 'README.md', content: 'one\ntwo\nthree\n' };
    await commit('main', { actions: [pipeline] });
    (await person.api.post(`/projects/${project}/repository/tags`, { tag_name: 'v1.0.0', ref: 'main' })).expect(201);
    await commit('stable', { start_branch: 'main', actions: [{ ...readme, file_path: 'stable.md' }] });
    await commit('fix-sign-in', { start_branch: 'main', actions: [{ ...readme, file_path: 'fix.md' }] });
    return commit('main', { actions: [readme] });
  }

  /** The path with ids of records that exist; of others `1`. */
  function pathOf(at: string): string {
    return at.replaceAll(/\{(\w+)\}/g, (_, name: string, offset: number) => {
      const record = made.get(at.slice(0, offset - 1)) ?? {};
      const value = record[name] ?? record[name.replace(/^.*_/, '')];
      return encodeURIComponent(typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '1');
    });
  }

  async function send(verb: string, at: string, example: Fields): Promise<void> {
    const entries = Object.entries(example).map(([name, value]) => [name, ids[name] ?? value]);
    const json = Object.fromEntries(entries) as Fields;
    const answer = await person.api.send(verb.toUpperCase(), pathOf(at), { json });
    sent.push({ operation: `${verb} ${at}`, status: answer.status, text: answer.text });
    if (verb === 'post' && answer.status === 201 && !made.has(at)) made.set(at, answer.json<Fields>());
  }

  it('are accepted, or refused for what they name and not for how they are written', async () => {
    const { paths } = await hearth.anonymous.read<{ paths: Record<string, Record<string, Operation>> }>(
      '/openapi.json',
    );
    const writes = VERBS.flatMap((verb) =>
      Object.entries(paths).flatMap(([at, operations]) => {
        const example = operations[verb]?.requestBody?.content['application/json']?.example;
        // The token of the run is the one that would be rotated.
        return example === undefined || at.endsWith('/self/rotate') ? [] : [{ verb, at, example }];
      }),
    );
    for (const { verb, at, example } of writes) await send(verb, at, example);
    const refused = sent.filter(({ status, text }) => !UNDERSTOOD.includes(status) && !/already/.test(text));
    expect(refused.filter(({ operation }) => !REFUSED.includes(operation))).toEqual([]);
    expect(sent.filter(({ status }) => status < 300).length).toBeGreaterThan(sent.length * 0.6);
  });
});
