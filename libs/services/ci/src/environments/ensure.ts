import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { environmentErrors, environmentSlug } from './environment.rules.js';
import { EnvironmentsStore } from './environments.store.js';

/** Two random slugs collide once in two thousand million times. */
const ATTEMPTS = 5;

/** Creates the environments named by the jobs of a pipeline. */
@Injectable()
export class EnsureEnvironments {
  constructor(private readonly environmentsStore: EnvironmentsStore) {}

  /**
   * Runs in the transaction that creates a pipeline, which has locked the project.
   * @returns slugs by names; invalid names are left out, and names whose slug another environment has
   */
  async within(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<Map<string, string>> {
    const slugs = new Map<string, string>();
    // In one order, so that two pipelines do not deadlock.
    let missing = [...new Set(names)].filter((name) => !environmentErrors({ name, externalUrl: null }).name).sort();
    for (let attempt = 0; missing.length > 0; attempt += 1) {
      for (const { name, slug } of await this.environmentsStore.slugsOf(tx, projectId, missing)) slugs.set(name, slug);
      missing = missing.filter((name) => !slugs.has(name));
      if (attempt === ATTEMPTS) break;
      const made = missing.map((name) => ({ name, slug: environmentSlug(name) }));
      if (made.length > 0) await this.environmentsStore.insertNamed(tx, projectId, made);
    }
    return slugs;
  }
}
