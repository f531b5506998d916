import { nameToEmoji } from 'gemoji';

const ALIASES: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };
const ALONE = /^\s*:([a-z0-9_+-]{1,64}):\s*$/i;
/** Votes: authors cannot give them to their own records. */
const VOTES = ['thumbsup', 'thumbsdown'];

/** Returns the canonical name of an emoji; null for an unknown one. */
export function emojiName(name: string): string | null {
  const plain = name.toLowerCase();
  const known = ALIASES[plain] ?? plain;
  return Object.hasOwn(nameToEmoji, known) ? known : null;
}

/** Returns the emoji when the body consists of exactly one; otherwise null. */
export function onlyEmoji(body: string): string | null {
  const [, name] = ALONE.exec(body) ?? [];
  return name === undefined ? null : emojiName(name);
}

export function isVote(name: string): boolean {
  return VOTES.includes(name);
}
