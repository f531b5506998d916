import type { AnyRefusalDefinition } from '@hearth/contract-kit';

/** Refusals of a form, with the sentences that its page shows. */
export type Sentences = readonly (readonly [refusal: AnyRefusalDefinition, sentence: string])[];

/**
 * Executes the write of a form, which is the write of the API's endpoint.
 * @returns the sentence of its refusal; null after success
 * @throws refusals without a sentence
 */
export async function refusalOf(write: () => Promise<unknown>, sentences: Sentences): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (error) {
    const known = sentences.find(([refusal]) => refusal.is(error));
    if (!known) throw error;
    return known[1];
  }
}
