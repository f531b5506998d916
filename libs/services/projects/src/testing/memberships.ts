import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import type { ProjectsApp } from './projects-app.js';
import type { Seed } from './seed.js';
import type { TestDatabase } from './test-database.js';

export type Kind = 'project' | 'group';

/** Project or group in specs about members. */
export interface Place {
  readonly kind: Kind;
  readonly id: number;
  /** `/projects/7` */
  readonly path: string;
}

/** Creates projects and groups with members, and reads their state. */
export class Memberships {
  private number = 0;

  constructor(
    private readonly app: ProjectsApp,
    private readonly database: TestDatabase,
    private readonly seed: Seed,
  ) {}

  /** Creates a private project in a group of its own, or a group; with an owner. */
  async place(kind: Kind, owner: Principal): Promise<Place> {
    const group = await this.seed.group(`place-${++this.number}`, 'private');
    await this.seed.namespaceMember(group, owner.userId, 50);
    const id = kind === 'group' ? group : await this.seed.project(group, 'project', 'private');
    return { kind, id, path: `/${kind}s/${id}` };
  }

  async add({ kind, id }: Place, { userId }: { userId: UserId }, level: number, expiresInDays?: number): Promise<void> {
    if (kind === 'project') await this.seed.projectMember(id as ProjectId, userId, level, expiresInDays);
    else await this.seed.namespaceMember(id, userId, level, expiresInDays);
  }

  async request({ kind, id }: Place, { userId }: { userId: UserId }): Promise<void> {
    const column = kind === 'project' ? 'project_id' : 'namespace_id';
    await this.database.query(`insert into access_requests (${column}, user_id) values ($1, $2)`, [id, userId]);
  }

  /** The user's level as other services query it; null where the place is hidden from the user. */
  async level({ kind, id }: Place, { userId: asker, admin, external }: Principal): Promise<number | null> {
    const user = { id: asker, admin, external };
    const projects = kind === 'project' ? [{ id: id as ProjectId }] : [];
    const answer = await this.app.calls.query(ResolveAccessQuery, {
      projects,
      groups: kind === 'group' ? [{ id }] : [],
      user,
    });
    return (answer.projects[0] ?? answer.groups?.[0])?.level ?? null;
  }

  /** Published losses of access there, oldest first. */
  async revocations({
    kind,
    id,
  }: Place): Promise<{ userId: number | null; groupId: number | null; actor: number | null }[]> {
    const rows = await this.database.query<{ data: Record<string, number | null>; actor: number | null }>(
      `select data, actor from outbox where type = 'projects.access-revoked' and key = $1 order by id`,
      [kind === 'project' ? String(id) : `namespace-${id}`],
    );
    return rows.map(({ data, actor }) => ({ userId: data['userId']!, groupId: data['groupId']!, actor }));
  }
}

/** Day in the API's format, counted from today (UTC). */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
