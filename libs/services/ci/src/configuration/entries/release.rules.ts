import { areTexts, checkKeys, field, isBlank, isFields, isGiven, isText, text, type Fields } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';

/** Release that a job creates after its script, before variables are expanded. */
export interface ConfiguredRelease {
  readonly tagName: string;
  readonly description: string;
  readonly name?: string;
  readonly tagMessage?: string;
  readonly ref?: string;
  readonly releasedAt?: string;
  readonly milestones?: readonly string[];
  readonly links?: readonly ReleaseLink[];
}

/** Link of a release, in the keys of the API, in their given order. */
export type ReleaseLink = Readonly<Record<string, string>>;

const KEYS = ['tag_name', 'tag_message', 'name', 'description', 'ref', 'milestones', 'released_at', 'assets'];
const LINK_KEYS = ['name', 'url', 'filepath', 'link_type'];
const LINK_TYPES = ['other', 'runbook', 'image', 'package'];
/** Limits of the API for a release. */
const MOST_LINKS = 100;
const MOST_MILESTONES = 10;
/** Without Zod, which would be the largest part of the code that each thread loads. */
const DATE_TIME =
  /^(?<day>\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Reads `release`. @throws ConfigurationInvalid */
export function releaseIn(place: string, value: unknown): ConfiguredRelease | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, KEYS);
  const tagName = required(place, value, 'tag_name');
  const description = required(place, value, 'description');
  const [name, tagMessage, ref, releasedAt] = ['name', 'tag_message', 'ref', 'released_at'].map((key) =>
    text(`${place} ${key.replaceAll('_', ' ')}`, field(value, key)),
  );
  if (isGiven(releasedAt) && !isDateTime(releasedAt)) throw invalid(place, 'released at must be a valid datetime');
  const milestones = milestonesIn(place, field(value, 'milestones'));
  const links = linksIn(`${place}:assets`, field(value, 'assets'));
  return {
    ...{ tagName, description },
    ...(isGiven(name) && { name }),
    ...(isGiven(tagMessage) && { tagMessage }),
    ...(isGiven(ref) && { ref }),
    ...(isGiven(releasedAt) && { releasedAt }),
    ...(milestones && { milestones }),
    ...(links && { links }),
  };
}

/** Returns whether a text is an ISO 8601 time with an offset, of a day that exists. */
function isDateTime(value: string): boolean {
  const day = DATE_TIME.exec(value)?.groups?.['day'];
  if (day === undefined) return false;
  const begin = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(begin.getTime()) && begin.toISOString().startsWith(day);
}

function required(place: string, fields: Fields, key: string): string {
  const words = key.replaceAll('_', ' ');
  const value = text(`${place} ${words}`, field(fields, key));
  if (value === null || isBlank(value)) throw invalid(place, `${words} can't be blank`);
  return value;
}

function milestonesIn(place: string, value: unknown): readonly string[] | undefined {
  if (!isGiven(value)) return undefined;
  const milestones = isText(value) ? [value] : value;
  if (!areTexts(milestones)) throw invalid(place, 'milestones should be an array of strings or a string');
  if (milestones.length > MOST_MILESTONES)
    throw invalid(place, `milestones has too many entries (maximum is ${MOST_MILESTONES})`);
  return milestones;
}

function linksIn(place: string, value: unknown): readonly ReleaseLink[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['links']);
  const links = field(value, 'links');
  if (!Array.isArray(links) || links.length === 0 || !links.every(isFields))
    throw invalid(`${place}:links`, 'config should be an array of hashes');
  if (links.length > MOST_LINKS)
    throw invalid(`${place}:links`, `config has too many entries (maximum is ${MOST_LINKS})`);
  return links.map((link) => linkIn(`${place}:links:link`, link));
}

function linkIn(place: string, link: Fields): ReleaseLink {
  checkKeys(place, link, LINK_KEYS);
  for (const key of ['name', 'url']) required(place, link, key);
  const given = Object.entries(link).flatMap(([key, value]) => {
    const read = text(`${place} ${key.replaceAll('_', ' ')}`, value);
    return read === null ? [] : [[key, read] as const];
  });
  const type = field(link, 'link_type');
  if (isGiven(type) && !LINK_TYPES.includes(String(type)))
    throw invalid(place, `link type must be one of ${LINK_TYPES.join(', ')}`);
  return Object.fromEntries(given);
}
