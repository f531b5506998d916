import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { ENVIRONMENT_TIERS } from './environment.rules.js';

/** UTF-16 units: enough for every text that the rules of environments accept. */
const LONGEST_TEXT = 1024;

const text = () => v4.text({ most: LONGEST_TEXT });
const slug = v4.optional(text().refine(() => false, { error: 'is automatically generated and cannot be changed' }));

/** Properties of environments that Hearth does not have. */
const unsupported = {
  description: refused(),
  cluster_agent_id: refused(),
  kubernetes_namespace: refused(),
  flux_resource_path: refused(),
  auto_stop_setting: refused(),
};

const tier = v4.optional(v4.oneOf(ENVIRONMENT_TIERS)).describe('Purpose; by default the one that the name suggests');

export const EnvironmentsParams = z.object({
  id: v4.project(),
  name: v4.optional(text()).describe('Only the environment with this name'),
  search: v4.optional(text()).describe('Only environments whose names contain this'),
  states: v4
    .optional(v4.oneOf(['available', 'stopping', 'stopped']))
    .describe('Only environments in this state; none is ever `stopping`'),
  ...v4.page,
});
export const CreateEnvironmentParams = z.object({
  id: v4.project(),
  name: text(),
  external_url: v4.optional(text()),
  tier,
  slug,
  ...unsupported,
});
export const EnvironmentParams = z.object({ id: v4.project(), environment_id: v4.id() });
export const StopEnvironmentParams = EnvironmentParams.extend({
  force: v4.optional(v4.boolean()).describe('Whether to stop it without its `on_stop` job'),
});
export const StopStaleEnvironmentsParams = z.object({
  id: v4.project(),
  before: v4.dateTime().describe('Time before which they were last changed or deployed to: a week to ten years ago'),
});
export const UpdateEnvironmentParams = EnvironmentParams.extend({
  name: v4.optional(text()),
  external_url: v4.optional(text()),
  tier,
  slug,
  ...unsupported,
});
