import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { environmentErrors, environmentSlug } from './environment.rules.js';
import { EnvironmentsStore } from './environments.store.js';

/** Random slugs of two names are the same once in two thousand million times. */
const ATTEMPTS = 5;

/** Creates the environments that the jobs of a pipeline name. */
@Injectable()
export class EnsureEnvironments {
  constructor(private readonly environmentsStore: EnvironmentsStore) {}

  /**
   * As a part of making a pipeline. The transaction holds the project.
   * @returns slugs by names; names that no environment can have are left out, as are those whose slug is that of another one
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
