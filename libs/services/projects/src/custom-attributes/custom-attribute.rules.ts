import type { FieldErrors } from '../refusals.js';

/** What an attribute is attached to. */
export type AttributeHolder = { readonly projectId: number } | { readonly groupId: number };

const LONGEST = 255;

/** What is wrong with an attribute; empty where nothing is. The same holds for attributes of users. */
export function attributeErrors(attribute: { readonly key: string; readonly value: string }): FieldErrors {
  const errors = (['key', 'value'] as const).map((field) => [field, errorsOf(attribute[field])] as const);
  return Object.fromEntries(errors.filter(([, texts]) => texts.length > 0));
}

function errorsOf(text: string): string[] {
  if (text.trim() === '') return ["can't be blank"];
  return [...text].length > LONGEST ? [`is too long (maximum is ${LONGEST} characters)`] : [];
}
