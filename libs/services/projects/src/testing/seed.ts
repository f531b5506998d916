import type { ProjectId, UserId, Visibility } from '@hearth/contract-kit';
import type { TestDatabase } from './test-database.js';

/** Inserts groups, projects and memberships as rows, without calling endpoints. */
export class Seed {
  constructor(private readonly database: TestDatabase) {}

  /** Creates a group below the given ancestors, outermost first. */
  async group(path: string, visibility: Visibility = 'private', ancestors: readonly number[] = []): Promise<number> {
    const [namespace] = await this.database.query<{ id: number }>(
      `insert into namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
       values ('group', $1, $1, $1, $2, $3, $4) returning id`,
      [path, visibility, ancestors.at(-1) ?? null, ancestors],
    );
    const { id } = namespace!;
    await this.database.query(
      `insert into routes (path, namespace_id)
       values (concat_ws('/', (select path from routes where namespace_id = $1), $2::text), $3)`,
      [ancestors.at(-1) ?? null, path, id],
    );
    return id;
  }

  /** Inserts a project's row, without the other effects of creating one. */
  async project(namespaceId: number, path: string, visibility: Visibility, creatorId = 1): Promise<ProjectId> {
    const [project] = await this.database.query<{ id: number }>(
      `insert into projects (namespace_id, path, name, visibility, creator_id) values ($1, $2, $2, $3, $4) returning id`,
      [namespaceId, path, visibility, creatorId],
    );
    await this.database.query(
      `insert into routes (path, project_id)
       select concat_ws('/', path, $2::text), $3 from routes where namespace_id = $1`,
      [namespaceId, path, project!.id],
    );
    return project!.id as ProjectId;
  }

  /** @param expiresInDays undefined: never; 0: expires today */
  async projectMember(projectId: number, userId: UserId, level: number, expiresInDays?: number): Promise<void> {
    await this.member('project', projectId, userId, level, expiresInDays);
  }

  async namespaceMember(namespaceId: number, userId: UserId, level: number, expiresInDays?: number): Promise<void> {
    await this.member('namespace', namespaceId, userId, level, expiresInDays);
  }

  private async member(kind: string, id: number, userId: UserId, level: number, expiresInDays?: number): Promise<void> {
    await this.database.query(
      `insert into ${kind}_members (${kind}_id, user_id, level, expires_at)
       values ($1, $2, $3, (now() at time zone 'utc')::date + $4::int)`,
      [id, userId, level, expiresInDays ?? null],
    );
  }
}
