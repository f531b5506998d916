import { Refusal, type AnyRefusalDefinition } from '@hearth/contract-kit';
import { EmailTaken, UsernameTaken } from '../refusals.js';

/** What is wrong with a form: with one of its fields, or as a whole. */
export interface FormFailure {
  /** The id of the field on the page. */
  readonly field: string | null;
  readonly text: string;
}

/** A private key in the field of a public one. It is neither stored nor sent back. */
export const PRIVATE_KEY_SENT: FormFailure = {
  field: 'key',
  text: 'This is a private key, which nobody else may have. It was not stored. Add the public key that belongs to it; where others may have seen this one, replace it.',
};

/** What became of a form. */
export type Attempt<T> = { readonly value: T } | { readonly failures: readonly FormFailure[] };

/**
 * Carries out what a form asks for, by the same write as the API's endpoint.
 * @param refusals that are shown beside the form; every other one is a page of its own
 * @param labels of fields that the page calls otherwise than the API
 */
export async function attempt<T>(
  write: () => Promise<T>,
  refusals: readonly AnyRefusalDefinition[],
  labels: Readonly<Record<string, string>> = {},
): Promise<Attempt<T>> {
  try {
    return { value: await write() };
  } catch (error) {
    if (!(error instanceof Refusal) || !refusals.some((each) => each.is(error))) throw error;
    return { failures: formFailures(error, labels) };
  }
}

/** The fields of refusals that name them in their texts only. */
const FIELDS: Readonly<Record<string, string>> = { [EmailTaken.code]: 'email', [UsernameTaken.code]: 'username' };

/** The failures of a refusal, one for each text. */
export function formFailures({ code, body }: Refusal, labels: Readonly<Record<string, string>> = {}): FormFailure[] {
  const { message = '' } = body as { message?: string | Record<string, readonly string[]> };
  if (typeof message === 'string') return [{ field: FIELDS[code] ?? null, text: message }];
  return Object.entries(message).flatMap(([field, texts]) => {
    const label = labels[field] ?? labelOf(field);
    return texts.map((text) => ({ field, text: `${label} ${text}` }));
  });
}

/** `website_url`: `Website url`. */
function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
