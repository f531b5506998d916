import { proseOf } from './quick-actions/quick-action.rules.js';

/** Reference to a record in a text: `#12`, `group/project#12`, `!3`. */
export interface Reference {
  /** Full path of the project; null for the project of the text. */
  readonly path: string | null;
  readonly iid: number;
}

/** Maximum number of references that are read from one text. */
const MOST_REFERENCES = 100;

const PATH = '[a-zA-Z0-9_][\\w.-]*(?:/[\\w.-]+)+';
/** A number that is not followed by a letter, a digit or `_`. */
const NUMBER = '([1-9][0-9]{0,14})(?![\\p{L}\\p{N}_])';
/** Start of a reference: not preceded by a character of a path, an HTML entity or an e-mail address. */
const START = '(?<![\\p{L}\\p{N}_/.&#!@-])';

const KINDS = { issue: '#', mergeRequest: '!' } as const;
const REFERENCES = {
  issue: new RegExp(`${START}(${PATH})?${KINDS.issue}${NUMBER}`, 'gu'),
  mergeRequest: new RegExp(`${START}(${PATH})?${KINDS.mergeRequest}${NUMBER}`, 'gu'),
};
const SHORT = new RegExp(`${START}([#!])${NUMBER}`, 'gu');

const VERB =
  'close[sd]?|closing|fix|fixe[sd]|fixing|resolve[sd]?|resolving|implement|implements|implemented|implementing';
/** Each verb may begin with a capital letter. */
const VERBS = VERB.replace(/(?<=^|\|)[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
/** Path of an issue's page, without the leading slash. */
const ISSUE_PATH = new RegExp(`^(${PATH}?)(?:/-)?/issues/${NUMBER}`, 'u');
const TARGET = `(?:${PATH})?#[1-9][0-9]{0,14}(?![\\p{L}\\p{N}_])`;
const CLOSING = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${VERBS}):? +(?:issues? +)?(${TARGET}(?:(?:, *| +and +)${TARGET})*)`,
  'gu',
);

/** Returns the references of a kind outside of blocks of code, each once; at most 100. */
export function referencesIn(text: string, kind: keyof typeof KINDS): Reference[] {
  if (!text.includes(KINDS[kind])) return [];
  const found = new Map<string, Reference>();
  for (const [, line] of proseOf(text)) collect(found, line, kind);
  return [...found.values()];
}

/**
 * Returns the issues that a text closes (`Closes #1, #2 and group/project#3`), each once; at most 100.
 * @param baseUrl public base URL of Hearth, whose issue URLs are references, too; null: URLs are text
 */
export function closingReferencesIn(text: string, baseUrl: string | null = null): Reference[] {
  const found = new Map<string, Reference>();
  for (const [, targets] of withShortReferences(text, baseUrl).matchAll(CLOSING)) collect(found, targets!, 'issue');
  return [...found.values()];
}

/** Returns a text whose short references (`#1`, `!2`) have the path of their project, except in code. */
export function withFullReferences(text: string, path: string): string {
  const lines = text.split('\n');
  for (const [index] of proseOf(text))
    lines[index] = outsideCode(lines[index]!, (prose) => prose.replaceAll(SHORT, `${path}$1$2`));
  return lines.join('\n');
}

/** Changes the parts of a line that are not code: code is between two runs of as many backticks. */
function outsideCode(line: string, change: (prose: string) => string): string {
  const parts = line.split(/(`+)/);
  const last = new Map(parts.map((part, index) => [part, index]));
  let opening: string | undefined;
  const changed = parts.map((part, index) => {
    if (index % 2 === 0) return opening === undefined ? change(part) : part;
    if (opening === part) opening = undefined;
    else if (opening === undefined && last.get(part)! > index) opening = part;
    return part;
  });
  return changed.join('');
}

/** Replaces `<baseUrl>/group/project/issues/1` by `group/project#1`. */
function withShortReferences(text: string, baseUrl: string | null): string {
  if (baseUrl === null) return text;
  const [before, ...rest] = text.split(`${baseUrl}/`);
  const shortened = rest.map((part) => {
    const issue = ISSUE_PATH.exec(part);
    return issue ? `${issue[1]}#${issue[2]}${part.slice(issue[0].length)}` : `${baseUrl}/${part}`;
  });
  return [before, ...shortened].join('');
}

function collect(found: Map<string, Reference>, text: string, kind: keyof typeof KINDS): void {
  for (const [, path, iid] of text.matchAll(REFERENCES[kind])) {
    if (found.size === MOST_REFERENCES) return;
    const reference = { path: path ?? null, iid: Number(iid) };
    found.set(`${reference.path?.toLowerCase() ?? ''}#${reference.iid}`, reference);
  }
}
