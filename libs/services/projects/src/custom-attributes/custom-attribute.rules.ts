import type { FieldErrors } from '../refusals.js';

/** What an attribute is attached to. */
export type AttributeHolder = { readonly projectId: number } | { readonly groupId: number };

const MOST_CHARACTERS = 255;

/** What is wrong with an attribute; empty where nothing is. */
export function attributeErrors({ key, value }: { key: string; value: string }): FieldErrors {
  return {
    ...([...key].length > MOST_CHARACTERS && { key: [`is too long (maximum is ${MOST_CHARACTERS} characters)`] }),
    ...(value.trim() === '' && { value: ["can't be blank"] }),
  };
}
