import { Injectable } from '@nestjs/common';
import { FindProjectIdQuery } from '@hearth/projects-contracts';
import { LocateQuery } from '@hearth/repository-contracts';
import { Calls } from '@hearth/calls';
import { projectReference } from '@hearth/http';
import { LRUCache } from 'lru-cache';

const REMEMBERED = 20_000;

/**
 * Finds the storage of a project. Results are cached as hints only: the called process checks for itself and answers 421 with the right
 * storage when the project has moved, or the name belongs to another project.
 */
@Injectable()
export class StorageLocator {
  private readonly hints = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(private readonly calls: Calls) {}

  /**
   * @param signal aborts the search when the client disconnects
   * @returns undefined for an unknown project: any process may refuse it
   * @throws CallFailed
   */
  async locate(project: string, signal: AbortSignal): Promise<string | undefined> {
    const hint = this.hints.get(project);
    if (hint) return hint;
    const { projectId } = await this.calls.query(
      FindProjectIdQuery,
      { project: projectReference(project) },
      { signal },
    );
    if (projectId === null) return undefined;
    const { storage } = await this.calls.query(LocateQuery, { projectId }, { signal });
    this.hints.set(project, storage);
    return storage;
  }

  /** Stores the storage of a 421 response. */
  correct(project: string, storage: string): void {
    this.hints.set(project, storage);
  }

  forget(project: string): void {
    this.hints.delete(project);
  }
}
