/** Maximum number of users that are notified of one text. */
const MOST_MENTIONS = 100;
/** A mention: not preceded by a letter, a digit or a part of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_@./-])@([a-zA-Z0-9_.][a-zA-Z0-9_.-]{0,254})/gu;

/** Returns the usernames mentioned as `@name`, in lower case, each once; at most 100. */
export function mentionsIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(MENTION)) {
    names.add(withoutEnd(name!).toLowerCase());
    if (names.size === MOST_MENTIONS) break;
  }
  names.delete('');
  return [...names];
}

/** Lines that begin with mentions; lists and quotes begin with another character. */
const ADDRESSING_LINE =
  /^[ \t]{0,3}(@[a-zA-Z0-9_.][a-zA-Z0-9_.-]{0,254}(?:[ \t,]{1,8}@[a-zA-Z0-9_.][a-zA-Z0-9_.-]{0,254}){0,100})/gmu;

/** Returns the usernames with which lines of a text begin, in lower case, each once; at most 100. */
export function addressedIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, mentions] of text.matchAll(ADDRESSING_LINE)) {
    for (const name of mentionsIn(mentions!)) if (names.size < MOST_MENTIONS) names.add(name);
    if (names.size === MOST_MENTIONS) break;
  }
  return [...names];
}

/** Removes full stops and dashes from the end of a name. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '.-'.includes(name[end - 1]!)) end -= 1;
  return name.slice(0, end);
}
