import { nameToEmoji } from 'gemoji';

const ALIASES: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };
const ALONE = /^\s*:([a-z0-9_+-]{1,64}):\s*$/i;
/** What nobody gives to their own. */
const VOTES = ['thumbsup', 'thumbsdown'];

/** The name under which an emoji is awarded; null where there is none of that name. */
export function emojiName(name: string): string | null {
  const plain = name.toLowerCase();
  const known = ALIASES[plain] ?? plain;
  return Object.hasOwn(nameToEmoji, known) ? known : null;
}

/** The emoji that a body consists of; null where it is anything else. */
export function onlyEmoji(body: string): string | null {
  const [, name] = ALONE.exec(body) ?? [];
  return name === undefined ? null : emojiName(name);
}

export function isVote(name: string): boolean {
  return VOTES.includes(name);
}
