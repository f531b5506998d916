/** What is wrong, by field, in the words of the v4 API. */
export type AttributeFailures = Partial<Record<'key' | 'value', readonly string[]>>;

const LONGEST = 255;

/** Everything that is wrong with an attribute; empty when nothing is. */
export function attributeFailures(attribute: { readonly key: string; readonly value: string }): AttributeFailures {
  const failures = (['key', 'value'] as const).map((field) => [field, failuresOf(attribute[field])] as const);
  return Object.fromEntries(failures.filter(([, texts]) => texts.length > 0));
}

function failuresOf(text: string): string[] {
  if (text.trim() === '') return ["can't be blank"];
  return [...text].length > LONGEST ? [`is too long (maximum is ${LONGEST} characters)`] : [];
}
