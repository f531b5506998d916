import { ResolveAccessQuery } from '@hearth/projects-contracts';
import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from './people.js';
import type { ProjectsApp } from './projects-app.js';
import { Seed } from './seed.js';

/** Users with namespaces, and forks of their projects. Its functions can be taken apart from it. */
export class ForkScene {
  readonly ada = user(1, { username: 'ada', name: 'Ada Lovelace' });
  readonly bob = user(2, { username: 'bob', name: 'Bob' });
  readonly admin = user(3, { admin: true, username: 'root' });
  seed: Seed;
  /** Namespace of Ada. */
  own: number;
  private count = 0;

  constructor(private readonly app: ProjectsApp) {}

  readonly start = async () => {
    this.seed = new Seed(this.app.testDatabase);
    this.own = await this.app.claim(this.ada);
    await this.app.claim(this.bob);
    await this.app.claim(this.admin);
  };

  readonly name = () => `p${(this.count += 1)}`;

  readonly source = (visibility: Visibility = 'public', path = this.name()) =>
    this.seed.project(this.own, path, visibility);

  readonly fork = (caller: Principal | null, id: ProjectId, body: object = {}) =>
    this.app.request(caller, 'POST', `/projects/${id}/fork`, body);

  readonly read = async (id: number, caller: Principal | null = this.ada) =>
    (await this.app.request(caller, 'GET', `/projects/${id}`)).body;

  readonly forked = async (caller: Principal, id: ProjectId, body: object = {}): Promise<ProjectId> => {
    const answer = await this.fork(caller, id, body);
    expect([answer.status, answer.body.import_status]).toEqual([201, 'scheduled']);
    return answer.body.id;
  };

  /** Makes a user with a namespace. */
  readonly newUser = async (overrides: Parameters<typeof user>[1] = {}): Promise<Principal> => {
    const id = 1000 + (this.count += 1);
    const who = user(id, { username: `forker-${id}`, ...overrides });
    await this.app.claim(who);
    return who;
  };

  /** Returns the published events of a type about a project. */
  readonly events = async (type: string, id: number): Promise<unknown[]> => {
    const rows = await this.app.testDatabase.query<{ data: unknown }>(
      'select data from outbox where type = $1 and key = $2 order by id',
      [type, String(id)],
    );
    return rows.map(({ data }) => data);
  };

  readonly visibilities = async (...ids: number[]) => {
    const rows = await this.app.testDatabase.query<{ id: number; visibility: string }>(
      'select id, visibility from projects',
    );
    return ids.map((id) => rows.find((row) => row.id === id)!.visibility);
  };

  readonly card = async (id: ProjectId) => {
    const input = ResolveAccessQuery.input.parse({ projects: [{ id }], user: { id: 3, admin: true, external: false } });
    return (await this.app.calls.query(ResolveAccessQuery, input)).projects[0]!.project;
  };
}
