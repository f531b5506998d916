import { z } from 'zod';
import { ENVIRONMENT_TIERS, tierOf } from './environment.rules.js';
import type { Environment } from './environments.store.js';

/** Environment record in deployments. */
export const EnvironmentBasicView = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  external_url: z.string().nullable(),
});
export type EnvironmentBasicView = z.output<typeof EnvironmentBasicView>;

/** Environment record of its own endpoints. */
export const EnvironmentView = EnvironmentBasicView.extend({
  state: z.enum(['available', 'stopped']),
  tier: z.enum(ENVIRONMENT_TIERS).describe('Purpose of the environment'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  auto_stop_at: z.iso.datetime().nullable().describe('Time at which it stops by itself; null: never'),
});
export type EnvironmentView = z.output<typeof EnvironmentView>;

/** Answer to the request to stop stale environments. */
export const StaleEnvironmentsView = z.strictObject({ message: z.string().describe('Text of success') });

export function presentEnvironmentBasic(
  environment: Pick<Environment, 'id' | 'name' | 'slug' | 'externalUrl'>,
): EnvironmentBasicView {
  const { id, name, slug, externalUrl } = environment;
  return { id, name, slug, external_url: externalUrl };
}

export function presentEnvironment(environment: Environment): EnvironmentView {
  const { state, createdAt, updatedAt, autoStopAt } = environment;
  return {
    ...presentEnvironmentBasic(environment),
    state,
    tier: tierOf(environment),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    auto_stop_at: autoStopAt?.toISOString() ?? null,
  };
}
