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
    for (const name of [...new Set(names)].sort()) {
      if (environmentErrors({ name, externalUrl: null }).name) continue;
      const slug = await this.slugOf(tx, projectId, name);
      if (slug !== undefined) slugs.set(name, slug);
    }
    return slugs;
  }

  private async slugOf(tx: Tx, projectId: ProjectId, name: string): Promise<string | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const environment =
        (await this.environmentsStore.named(tx, projectId, name)) ??
        (await this.environmentsStore.insert(tx, projectId, { name, slug: environmentSlug(name), externalUrl: null }));
      if (environment) return environment.slug;
    }
    return undefined;
  }
}
