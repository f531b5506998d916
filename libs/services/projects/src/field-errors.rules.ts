/** Errors by field, as the API spells them. */
export type FieldErrors = Record<string, readonly string[]>;

/**
 * Formats a map of errors as Ruby prints it, for the API's message when a group cannot be created: `{:path=>["has already been taken"],
 * :"route.path"=>["has already been taken"]}`.
 */
export function asRubyPrints(errors: FieldErrors): string {
  const entries = Object.entries(errors).map(
    ([field, texts]) => `${rubySymbol(field)}=>[${texts.map(rubyText).join(', ')}]`,
  );
  return `{${entries.join(', ')}}`;
}

function rubySymbol(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? `:${name}` : `:${rubyText(name)}`;
}

function rubyText(text: string): string {
  return `"${text.replace(/["\\]|#(?=[{$@])/g, String.raw`\$&`)}"`;
}
