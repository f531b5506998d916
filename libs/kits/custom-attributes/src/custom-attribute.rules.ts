import { lengthFailures } from '@hearth/http';

/** A custom attribute, which admins attach to a user, a project or a group. */
export interface CustomAttribute {
  readonly key: string;
  readonly value: string;
}

/** Failures by field, in the words of the v4 API. */
export type AttributeFailures = Partial<Record<keyof CustomAttribute, readonly string[]>>;

const LENGTH = { max: 255 };

/** Returns all failures of an attribute; empty when it is valid. */
export function attributeFailures(attribute: CustomAttribute): AttributeFailures {
  const failures = (['key', 'value'] as const).map((field) => [field, failuresOf(attribute[field])] as const);
  return Object.fromEntries(failures.filter(([, texts]) => texts.length > 0));
}

function failuresOf(text: string): string[] {
  return text.trim() === '' ? ["can't be blank"] : lengthFailures(text, LENGTH);
}
