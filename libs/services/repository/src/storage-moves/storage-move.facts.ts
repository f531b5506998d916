import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery, type ProjectName } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { MoveNotFound } from '../refusals.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** A move with the name of its project; null once the project is deleted. */
export interface StorageMoveFact {
  readonly move: StorageMove;
  readonly project: ProjectName | null;
}

/** Reads moves between storages. */
@Injectable()
export class StorageMoveFacts {
  constructor(
    private readonly db: Database,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly calls: Calls,
  ) {}

  /** @param projectId null for the moves of all projects */
  async page(projectId: ProjectId | null, request: PageRequest): Promise<Page<StorageMoveFact>> {
    const { items, total } = await this.storageMovesStore.page(this.db, projectId, request);
    return new Page(await this.named(items), request, total);
  }

  /** @param projectId the project that the move must be of; null for any @throws MoveNotFound */
  async one(id: number, projectId: ProjectId | null): Promise<StorageMoveFact> {
    const move = await this.storageMovesStore.find(this.db, id);
    if (!move || (projectId !== null && move.projectId !== projectId)) throw MoveNotFound();
    return this.of(move);
  }

  async of(move: StorageMove): Promise<StorageMoveFact> {
    return (await this.named([move]))[0]!;
  }

  private async named(moves: readonly StorageMove[]): Promise<StorageMoveFact[]> {
    const ids = [...new Set(moves.map(({ projectId }) => projectId))];
    const { projects } = ids.length > 0 ? await this.calls.query(ProjectsByIdsQuery, { ids }) : { projects: [] };
    const byId = new Map(projects.map((project) => [project.id, project]));
    return moves.map((move) => ({ move, project: byId.get(move.projectId) ?? null }));
  }
}
