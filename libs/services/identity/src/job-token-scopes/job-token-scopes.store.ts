import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';

const PAGE = `
  select source_id as id from job_token_allowlist where project_id = $1 and kind = $2
  order by source_id limit $3 offset $4`;
const COUNT = `
  select count(*)::int as count from (
    select from job_token_allowlist where project_id = $1 and kind = $2 limit $3) counted`;
const SET = `
  insert into job_token_scopes (project_id, inbound_enabled) values ($1, $2)
  on conflict (project_id) do update set inbound_enabled = excluded.inbound_enabled`;
const ADD = `
  insert into job_token_allowlist (project_id, kind, source_id) values ($1, $2, $3)
  on conflict do nothing returning source_id`;
const REMOVE = `
  delete from job_token_allowlist where project_id = $1 and kind = $2 and source_id = $3 returning source_id`;
const GRANT = `
  select exists (select from job_token_scopes where project_id = $1 and not inbound_enabled)
    or exists (select from job_token_allowlist where project_id = $1 and kind = 'project' and source_id = $2) as allowed,
    array(select source_id from job_token_allowlist where project_id = $1 and kind = 'group') as "groupIds"`;

/** All SQL about the access of job tokens to other projects. */
@Injectable()
export class JobTokenScopesStore {
  /** Whether the allowlists limit the access; true unless a master has said otherwise. */
  async isLimited(db: Db, projectId: ProjectId): Promise<boolean> {
    const text = 'select inbound_enabled as enabled from job_token_scopes where project_id = $1';
    const [scope] = await db.prepared<{ enabled: boolean }>(text, [projectId]);
    return scope?.enabled ?? true;
  }

  async limit(tx: Tx, projectId: ProjectId, enabled: boolean): Promise<void> {
    await tx.prepared(SET, [projectId, enabled]);
  }

  /** Returns a page of the ids of an allowlist, in their order. */
  page(
    db: Db,
    projectId: ProjectId,
    kind: CredentialHolder['kind'],
    request: PageRequest,
  ): Promise<Page<{ id: number }>> {
    return readPage(db, request, {
      page: ({ page, perPage }) => [PAGE, [projectId, kind, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, kind, most]],
    });
  }

  /** Returns how many entries an allowlist has, up to `most`. */
  async count(tx: Tx, projectId: ProjectId, kind: CredentialHolder['kind'], most: number): Promise<number> {
    const [row] = await tx.prepared<{ count: number }>(COUNT, [projectId, kind, most]);
    return row!.count;
  }

  /** @returns false when it is in the list */
  async add(tx: Tx, projectId: ProjectId, { kind, id }: CredentialHolder): Promise<boolean> {
    return (await tx.prepared(ADD, [projectId, kind, id])).length > 0;
  }

  /** @returns false when it is not in the list */
  async remove(tx: Tx, projectId: ProjectId, { kind, id }: CredentialHolder): Promise<boolean> {
    return (await tx.prepared(REMOVE, [projectId, kind, id])).length > 0;
  }

  /** Removes a deleted project or group from all allowlists, and its own. */
  async clear(tx: Tx, { kind, id }: CredentialHolder): Promise<void> {
    await tx.prepared('delete from job_token_allowlist where kind = $1 and source_id = $2', [kind, id]);
    if (kind === 'group') return;
    await tx.prepared('delete from job_token_allowlist where project_id = $1', [id]);
    await tx.prepared('delete from job_token_scopes where project_id = $1', [id]);
  }

  /** Returns whether jobs of a project may read another one, and the groups whose projects' jobs may. */
  async grant(db: Db, projectId: ProjectId, sourceId: ProjectId): Promise<{ allowed: boolean; groupIds: number[] }> {
    const [grant] = await db.prepared<{ allowed: boolean; groupIds: number[] }>(GRANT, [projectId, sourceId]);
    return { allowed: grant!.allowed, groupIds: grant!.groupIds.map(Number) };
  }
}
