import { VISIBILITIES } from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { z } from 'zod';

const text = v4.text().prefault('');
const visibility = v4.oneOf(VISIBILITIES);
/** Id of the namespace that the form begins with. */
const asked = v4.optional(v4.integer()).catch(undefined);

export const NewProjectPageParams = z.object({ namespace_id: asked });

export const NewProjectFormParams = z.object({
  name: text,
  path: text,
  namespace_id: v4.integer().meta({ title: 'Namespace' }),
  description: text,
  visibility,
  initialize_with_readme: v4.optional(v4.boolean()),
  import_url: text,
});

export const NewGroupPageParams = z.object({ parent_id: asked });

export const NewGroupFormParams = z.object({
  name: text,
  path: text,
  parent_id: v4.optional(v4.integer()),
  description: text,
  visibility,
});

export const ForkFormParams = z.object({ id: v4.project(), namespace: text, name: text, path: text });
