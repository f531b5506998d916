import { v4 } from '@hearth/http';
import { z } from 'zod';

/** UTF-16 units: enough for every text that the rules of environments accept. */
const LONGEST_TEXT = 1024;

const text = () => v4.text({ most: LONGEST_TEXT });
const slug = v4.optional(text().refine(() => false, { error: 'is automatically generated and cannot be changed' }));

export const EnvironmentsParams = z.object({ id: v4.project(), ...v4.page });
export const CreateEnvironmentParams = z.object({
  id: v4.project(),
  name: text(),
  external_url: v4.optional(text()),
  slug,
});
export const EnvironmentParams = z.object({ id: v4.project(), environment_id: v4.id() });
export const UpdateEnvironmentParams = EnvironmentParams.extend({
  name: v4.optional(text()),
  external_url: v4.optional(text()),
  slug,
});
