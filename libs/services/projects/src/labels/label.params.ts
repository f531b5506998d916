import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';
import type { LabelFilters } from './labels.store.js';
import type { LabelReference } from './label.rules.js';

const PARENTS = { project: v4.project(), group: v4.group() };
const UNSUPPORTED = 'is not supported';

const name = v4.text({ most: 1024 }).transform((text) => text.trim());
const shared = {
  new_name: v4.optional(v4.text({ most: 1024 })),
  color: v4.optional(v4.text({ most: 255 })),
  description: v4.text().nullable().optional(),
};

/** Only projects have prioritized labels. */
const NO_PRIORITY = v4
  .optional(v4.integer().refine(() => false, UNSUPPORTED))
  .describe('Not supported for labels of groups');
const NEW_PRIORITY = { project: v4.optional(v4.integer()), group: NO_PRIORITY };
const PRIORITY: Record<MemberSourceKind, z.ZodType<number | null | undefined>> = {
  project: z.preprocess((value) => (value === '' ? null : value), v4.integer().nullable()).optional(),
  group: NO_PRIORITY,
};
const SHARED = ['new_name', 'color', 'description'] as const;
const CHANGES = { project: [...SHARED, 'priority'] as const, group: SHARED };

/** Other lists of labels of groups, which are not supported. */
const LISTS = {
  project: {},
  group: {
    with_counts: v4.optional(v4.boolean().refine((value) => !value, UNSUPPORTED)).describe('Only false is supported'),
    include_descendant_groups: v4
      .optional(v4.boolean().refine((value) => !value, UNSUPPORTED))
      .describe('Only false is supported'),
    only_group_labels: v4
      .optional(v4.boolean().refine((value) => value, UNSUPPORTED))
      .describe('Only true is supported'),
  },
};

/** A label in a path: digits are an id or, where there is none, a name; everything else a name. */
const reference = z.string().transform((text): LabelReference => {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  return { id, name: text };
});

/** Parameters of the endpoints about labels; `id` names a project or a group. */
export function labelParams(kind: MemberSourceKind) {
  const parent = z.object({ id: PARENTS[kind] });
  const changes = { ...shared, priority: PRIORITY[kind] };
  const label = parent.extend({ label_id: reference });
  const named = parent.extend({ name });
  return {
    list: parent.extend({
      include_ancestor_groups: v4
        .optional(v4.boolean())
        .describe('Whether labels of the groups around are included; true by default'),
      search: v4.search(),
      archived: refused(),
      ...LISTS[kind],
      ...v4.page,
    }),
    create: parent.extend({
      name,
      color: v4.text({ most: 255 }),
      description: v4.optional(v4.text()),
      priority: NEW_PRIORITY[kind],
    }),
    label,
    named,
    update: atLeastOneOf(label.extend(changes), ...CHANGES[kind]),
    updateNamed: atLeastOneOf(named.extend(changes), ...CHANGES[kind]),
  };
}
export type LabelParams = ReturnType<typeof labelParams>;

/** Converts the parameters to the filters of a list. */
export function labelFilters({
  include_ancestor_groups: withAncestors = true,
  search,
}: z.output<LabelParams['list']>): LabelFilters {
  return { withAncestors, search };
}

/** Converts the parameters of an update; undefined values stay. */
export function labelChanges(params: z.output<LabelParams['update']> | z.output<LabelParams['updateNamed']>) {
  const { new_name, color, description, priority } = params;
  return { name: new_name?.trim(), color: color?.trim(), description, priority };
}
