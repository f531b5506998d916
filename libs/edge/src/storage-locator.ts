import { Injectable } from '@nestjs/common';
import { FindProjectId, Locate } from '@hearth/contracts';
import { Calls } from '@hearth/calls';
import { projectReference } from '@hearth/http';
import { LRUCache } from 'lru-cache';

const REMEMBERED = 20_000;

/**
 * Which storage answers for a project. Answers are remembered as hints only: the process asked checks for itself and says 421 with the
 * right storage when the project has another, or the name another project.
 */
@Injectable()
export class StorageLocator {
  private readonly hints = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(private readonly calls: Calls) {}

  /**
   * @param signal ends the search when nobody waits for it
   * @returns undefined for an unknown project: any process may refuse it
   * @throws CallFailed
   */
  async locate(project: string, signal: AbortSignal): Promise<string | undefined> {
    const hint = this.hints.get(project);
    if (hint) return hint;
    const { projectId } = await this.calls.query(FindProjectId, { project: projectReference(project) }, { signal });
    if (projectId === null) return undefined;
    const { storage } = await this.calls.query(Locate, { projectId }, { signal });
    this.hints.set(project, storage);
    return storage;
  }

  /** What a process answered with 421. */
  correct(project: string, storage: string): void {
    this.hints.set(project, storage);
  }

  forget(project: string): void {
    this.hints.delete(project);
  }
}
