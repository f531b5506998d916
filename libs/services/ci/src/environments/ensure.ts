import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { environmentErrors, environmentSlug, type EnvironmentTier } from './environment.rules.js';
import { EnvironmentsStore } from './environments.store.js';

/** Two random slugs collide once in two thousand million times. */
const ATTEMPTS = 5;

/** Environment that a job names. */
export interface NamedEnvironment {
  readonly name: string;
  /** Given to a new environment; null for the tier that the name suggests. */
  readonly tier: EnvironmentTier | null;
}

/** Creates the environments named by the jobs of a pipeline. */
@Injectable()
export class EnsureEnvironments {
  constructor(private readonly environmentsStore: EnvironmentsStore) {}

  /**
   * Runs in the transaction that creates a pipeline, which has locked the project.
   * @returns slugs by names; invalid names are left out, and names whose slug another environment has
   */
  async within(tx: Tx, projectId: ProjectId, named: readonly NamedEnvironment[]): Promise<Map<string, string>> {
    const slugs = new Map<string, string>();
    const tiers = new Map(named.toReversed().map(({ name, tier }) => [name, tier]));
    // In one order, so that two pipelines do not deadlock.
    let missing = [...tiers.keys()].filter((name) => !environmentErrors({ name, externalUrl: null }).name).sort();
    for (let attempt = 0; missing.length > 0; attempt += 1) {
      for (const { name, slug } of await this.environmentsStore.slugsOf(tx, projectId, missing)) slugs.set(name, slug);
      missing = missing.filter((name) => !slugs.has(name));
      if (attempt === ATTEMPTS) break;
      const made = missing.map((name) => ({ name, slug: environmentSlug(name), tier: tiers.get(name) ?? null }));
      if (made.length > 0) await this.environmentsStore.insertNamed(tx, projectId, made);
    }
    return slugs;
  }
}
