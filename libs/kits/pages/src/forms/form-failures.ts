import { Refusal, type AnyRefusalDefinition } from '@hearth/contract-kit';

/** Failure of a field of a form, or of the whole form. */
export interface FormFailure {
  /** Id of the field on the page; null for the whole form. */
  readonly field: string | null;
  readonly text: string;
}

/** Outcome of a form. */
export type Attempt<T> = { readonly value: T } | { readonly failures: readonly FormFailure[] };

/**
 * Executes the write of a form, which is the write of the API's endpoint.
 * @param refusals refusals that the form shows; all others become error pages
 * @param labels labels of fields that differ from the API's names
 * @param fields fields of refusals whose body does not name them, by their codes
 */
export async function attempt<T>(
  write: () => Promise<T>,
  refusals: readonly AnyRefusalDefinition[],
  labels?: Readonly<Record<string, string>>,
  fields?: Readonly<Record<string, string>>,
): Promise<Attempt<T>> {
  try {
    return { value: await write() };
  } catch (error) {
    if (!(error instanceof Refusal) || !refusals.some((each) => each.is(error))) throw error;
    return { failures: formFailures(error, labels, fields) };
  }
}

/** Returns the failures of a refusal, one for each text. */
export function formFailures(
  { code, body }: Refusal,
  labels: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, string>> = {},
): FormFailure[] {
  const { error = '', message = error } = body as {
    readonly error?: string | string[];
    readonly message?: string | string[] | Record<string, readonly string[]>;
  };
  if (typeof message === 'string' || Array.isArray(message))
    return [message].flat().map((text) => ({ field: fields[code] ?? null, text }));
  return Object.entries(message).flatMap(([field, texts]) => {
    const label = labels[field] ?? labelOf(field);
    return texts.map((text) => ({ field, text: `${label} ${text}` }));
  });
}

/**
 * Moves failures to the fields of a form.
 * @param fields names of fields on the form that differ from the API's, by these; null for the whole form
 */
export function placedFailures(
  failures: readonly FormFailure[],
  fields: Readonly<Record<string, string | null>>,
): FormFailure[] {
  return failures.map(({ field, text }) => ({
    field: field !== null && field in fields ? fields[field]! : field,
    text,
  }));
}

/** Returns the default label of a field: `Website url` for `website_url`. */
function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
