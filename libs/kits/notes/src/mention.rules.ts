/** More people than this are not told of one text. */
const MOST_MENTIONS = 100;
/** A name that no letter, digit or e-mail address goes before. */
const MENTION = /(?<![\p{L}\p{N}_@./-])@([a-zA-Z0-9_.][a-zA-Z0-9_.-]{0,254})/gu;

/** The usernames that a text mentions as `@name`, in small letters, each once; at most 100. */
export function mentionsIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(MENTION)) {
    names.add(withoutEnd(name!).toLowerCase());
    if (names.size === MOST_MENTIONS) break;
  }
  names.delete('');
  return [...names];
}

/** A name before the full stop of a sentence, or a dash. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '.-'.includes(name[end - 1]!)) end -= 1;
  return name.slice(0, end);
}
