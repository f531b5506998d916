import { v4 } from '@hearth/http';
import { z } from 'zod';

/**
 * Parameters of the endpoints for the custom attributes of one kind of subject.
 * @param id type of the subject's id in the path
 */
export function customAttributeParams<Id>(id: z.ZodType<Id>) {
  const subject = z.object({ id });
  const one = subject.extend({ key: v4.text() });
  return { all: subject, one, set: one.extend({ value: v4.text() }) };
}
