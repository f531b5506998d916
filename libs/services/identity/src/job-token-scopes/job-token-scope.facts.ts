import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { GroupCard, InputOf, OutputOf, Principal, ProjectCard, ProjectId } from '@hearth/contract-kit';
import type { JobTokenGrantQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { JobTokenScopesStore } from './job-token-scopes.store.js';

/** Project or group of an allowlist. */
export interface Allowed<Card> {
  readonly id: number;
  /** Null when it is not visible to the caller. */
  readonly seen: Card | null;
}

/** Reads about the access of job tokens to other projects. */
@Injectable()
export class JobTokenScopeFacts {
  constructor(
    private readonly db: Database,
    private readonly jobTokenScopesStore: JobTokenScopesStore,
    private readonly access: AccessResolver,
  ) {}

  isLimited(projectId: ProjectId): Promise<boolean> {
    return this.jobTokenScopesStore.isLimited(this.db, projectId);
  }

  /** Returns a page of the allowed projects, with the cards of those that are visible to the caller. */
  async projects(projectId: ProjectId, request: PageRequest, caller: Principal): Promise<Page<Allowed<ProjectCard>>> {
    const page = await this.jobTokenScopesStore.page(this.db, projectId, 'project', request);
    const references = page.items.map(({ id }) => ({ id: id as ProjectId }));
    const visible = references.length > 0 ? await this.access.projects(references, caller) : [];
    const cards = new Map(
      visible.flatMap((found) => (found ? [[found.project.id as number, found.project] as const] : [])),
    );
    return page.map(({ id }) => ({ id, seen: cards.get(id) ?? null }));
  }

  /** Returns a page of the allowed groups, with the cards of those that are visible to the caller. */
  async groups(projectId: ProjectId, request: PageRequest, caller: Principal): Promise<Page<Allowed<GroupCard>>> {
    const page = await this.jobTokenScopesStore.page(this.db, projectId, 'group', request);
    const visible = page.items.length > 0 ? await this.access.groups(page.items, caller) : [];
    const cards = new Map(visible.flatMap((found) => (found ? [[found.group.id, found.group] as const] : [])));
    return page.map(({ id }) => ({ id, seen: cards.get(id) ?? null }));
  }

  /** Returns whether jobs of a project may read another one, with one statement. */
  grant({ projectId, sourceId }: InputOf<typeof JobTokenGrantQuery>): Promise<OutputOf<typeof JobTokenGrantQuery>> {
    return this.jobTokenScopesStore.grant(this.db, projectId, sourceId);
  }
}
