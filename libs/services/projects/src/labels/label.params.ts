import { atLeastOneOf, v4 } from '@hearth/http';
import { z } from 'zod';
import type { LabelReference } from './label.rules.js';

const name = v4.text({ most: 1024 }).transform((text) => text.trim());
const changes = {
  new_name: v4.optional(v4.text({ most: 1024 })),
  color: v4.optional(v4.text({ most: 255 })),
  description: v4.text().nullable().optional(),
  priority: z.preprocess((value) => (value === '' ? null : value), v4.integer().nullable()).optional(),
};
const CHANGES = ['new_name', 'color', 'description', 'priority'] as const;

/** A label in a path: digits are an id or, where there is none, a name; everything else a name. */
const reference = z.string().transform((text): LabelReference => {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  return { id, name: text };
});

export const ListLabelsParams = z.object({ id: v4.project(), ...v4.page });
export const CreateLabelParams = z.object({
  id: v4.project(),
  name,
  color: v4.text({ most: 255 }),
  description: v4.optional(v4.text()),
  priority: v4.optional(v4.integer()),
});
export const LabelParams = z.object({ id: v4.project(), label_id: reference });
export const NamedLabelParams = z.object({ id: v4.project(), name });
export const UpdateLabelParams = atLeastOneOf(LabelParams.extend(changes), ...CHANGES);
export const UpdateNamedLabelParams = atLeastOneOf(NamedLabelParams.extend(changes), ...CHANGES);

/** Converts the parameters of an update; undefined values stay. */
export function labelChanges(params: z.output<typeof UpdateLabelParams> | z.output<typeof UpdateNamedLabelParams>) {
  const { new_name, color, description, priority } = params;
  return { name: new_name?.trim(), color: color?.trim(), description, priority };
}
