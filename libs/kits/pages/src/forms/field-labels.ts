import { z } from 'zod';

/**
 * Returns the labels of a form's fields, which are the titles of its parameters (as in JSON Schema), by the names of the parameters. The label of a
 * parameter without a title is its name.
 */
export function fieldLabels(params: z.ZodType): Readonly<Record<string, string>> {
  const object = params instanceof z.ZodPipe ? params.out : params;
  if (!(object instanceof z.ZodObject)) return {};
  const titles = Object.entries(object.shape as z.ZodRawShape).map(([name, type]) => [
    name,
    (type as z.ZodType).meta()?.title,
  ]);
  return Object.fromEntries(titles.filter(([, title]) => title !== undefined)) as Record<string, string>;
}
