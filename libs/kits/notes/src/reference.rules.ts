import { proseOf } from './quick-action.rules.js';

/** A record that a text names: `#12`, `group/project#12`, `!3`. */
export interface Reference {
  /** Full path of the project; null: the one that the text belongs to. */
  readonly path: string | null;
  readonly iid: number;
}

/** More records than this are not followed of one text. */
const MOST_REFERENCES = 100;

const PATH = '[a-zA-Z0-9_][\\w.-]*(?:/[\\w.-]+)+';
/** A number that no word goes on behind. */
const NUMBER = '([1-9][0-9]{0,14})(?![\\p{L}\\p{N}_])';
/** Nothing stands before it that could belong to a path, an entity or an address. */
const START = '(?<![\\p{L}\\p{N}_/.&#!@-])';

const KINDS = { issue: '#', mergeRequest: '!' } as const;
const REFERENCES = {
  issue: new RegExp(`${START}(${PATH})?${KINDS.issue}${NUMBER}`, 'gu'),
  mergeRequest: new RegExp(`${START}(${PATH})?${KINDS.mergeRequest}${NUMBER}`, 'gu'),
};

const VERB =
  'close[sd]?|closing|fix|fixe[sd]|fixing|resolve[sd]?|resolving|implement|implements|implemented|implementing';
/** Each verb may begin with a capital letter. */
const VERBS = VERB.replace(/(?<=^|\|)[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const TARGET = `(?:${PATH})?#[1-9][0-9]{0,14}(?![\\p{L}\\p{N}_])`;
const CLOSING = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${VERBS}):? +(?:issues? +)?(${TARGET}(?:(?:, *| +and +)${TARGET})*)`,
  'gu',
);

/** The records of a kind that a text names outside of blocks of code, each once; at most 100. */
export function referencesIn(text: string, kind: keyof typeof KINDS): Reference[] {
  if (!text.includes(KINDS[kind])) return [];
  const found = new Map<string, Reference>();
  for (const [, line] of proseOf(text)) collect(found, line, kind);
  return [...found.values()];
}

/** The issues that a text closes, as `Closes #1, #2 and group/project#3` does, each once; at most 100. */
export function closingReferencesIn(text: string): Reference[] {
  const found = new Map<string, Reference>();
  for (const [, targets] of text.matchAll(CLOSING)) collect(found, targets!, 'issue');
  return [...found.values()];
}

function collect(found: Map<string, Reference>, text: string, kind: keyof typeof KINDS): void {
  for (const [, path, iid] of text.matchAll(REFERENCES[kind])) {
    if (found.size === MOST_REFERENCES) return;
    const reference = { path: path ?? null, iid: Number(iid) };
    found.set(`${reference.path?.toLowerCase() ?? ''}#${reference.iid}`, reference);
  }
}
