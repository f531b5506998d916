import { randomInt } from 'node:crypto';

/** Editable fields of an environment. */
export interface EnvironmentColumns {
  readonly name: string;
  readonly externalUrl: string | null;
  /** Null for the tier that the name suggests. */
  readonly tier: EnvironmentTier | null;
}

/** Purposes of environments. */
export const ENVIRONMENT_TIERS = ['production', 'staging', 'testing', 'development', 'other'] as const;
export type EnvironmentTier = (typeof ENVIRONMENT_TIERS)[number];

/** Parts of names by the tier that they suggest, as in later releases; the first match counts. */
const SUGGESTED: readonly (readonly [EnvironmentTier, RegExp])[] = [
  ['development', /dev|review|trunk/i],
  ['testing', /test|tst|int|ac(?:ce)?pt|qa|qc|control|quality/i],
  ['staging', /sta?g|mode?l|pre|demo|non/i],
  ['production', /pro?d|live/i],
];

/** Returns the tier of an environment. */
export function tierOf({ name, tier }: Pick<EnvironmentColumns, 'name' | 'tier'>): EnvironmentTier {
  return tier ?? SUGGESTED.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

const LONGEST = 255;
const NAME = /^(?!\/)[a-zA-Z0-9_/${}. -]+(?<!\/)$/;
const NAME_MESSAGE =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'";
const PROTOCOLS = new Set(['http:', 'https:']);

/** Returns the errors of an environment by field; none for a valid one. */
export function environmentErrors({
  name,
  externalUrl,
}: Pick<EnvironmentColumns, 'name' | 'externalUrl'>): Record<string, readonly string[]> {
  const nameErrors = [
    ...(name.trim() === '' ? ["can't be blank"] : []),
    ...tooLong(name),
    ...(NAME.test(name) ? [] : [NAME_MESSAGE]),
  ];
  const urlErrors =
    externalUrl === null ? [] : [...tooLong(externalUrl), ...(isUrl(externalUrl) ? [] : ['must be a valid URL'])];
  return {
    ...(nameErrors.length > 0 && { name: nameErrors }),
    ...(urlErrors.length > 0 && { external_url: urlErrors }),
  };
}

function tooLong(text: string): string[] {
  return [...text].length > LONGEST ? [`is too long (maximum is ${LONGEST} characters)`] : [];
}

/** Only HTTP(S): pages link to it. */
function isUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && PROTOCOLS.has(new URL(text).protocol);
}

/** Length that every label of Kubernetes objects allows. */
const LONGEST_SLUG = 24;
const LONGEST_ALTERED = 17;
const SUFFIX_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SUFFIX_LENGTH = 6;

/**
 * Derives the slug of an environment, for host names and labels: lower-case letters, digits and single dashes, beginning with a
 * letter. When it differs from the name, a random suffix keeps slugs of similar names apart.
 */
export function environmentSlug(name: string, suffix: () => string = randomSuffix): string {
  const dashed = name.toLowerCase().replace(/[^a-z0-9]/g, '-');
  const lettered = /^[a-z]/.test(dashed) ? dashed : `env-${dashed}`;
  const slug = lettered.replace(/-+/g, '-').slice(0, LONGEST_SLUG).replace(/-$/, '');
  if (slug === name) return slug;
  const cut = slug.slice(0, LONGEST_ALTERED);
  return `${cut}${cut.endsWith('-') ? '' : '-'}${suffix()}`;
}

function randomSuffix(): string {
  const character = () => SUFFIX_CHARACTERS[randomInt(SUFFIX_CHARACTERS.length)]!;
  return Array.from({ length: SUFFIX_LENGTH }, character).join('');
}
