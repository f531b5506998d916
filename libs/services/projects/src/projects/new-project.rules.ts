import { VISIBILITIES, type Visibility } from '@hearth/contract-kit';
import { lengthFailures } from '@hearth/http';
import { isReservedForProjects } from '../namespaces/reserved-names.rules.js';
import type { FieldErrors } from '../field-errors.rules.js';
import { slugOf } from '../namespaces/slug.rules.js';

const MAX_NAME = 255;
const MAX_DESCRIPTION = 2000;
const MAX_CI_CONFIG_PATH = 255;
const MAX_TAG = 255;
/** Limited, since every list returns all of them. */
const MAX_TAGS = 100;
const MAX_BRANCH = 255;

const NAME_START = String.raw`\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}_`;
/** Inside a name, the parts of composed emojis and accents are allowed too: marks, joiners, variation selectors, skin tones. */
const NAME = new RegExp(String.raw`^[${NAME_START}][${NAME_START}\p{M}\p{Pd}\p{Emoji_Modifier}\u200d. ]*$`, 'u');
const NAME_TEXT =
  "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.";

const PATH = /^[a-z0-9_.][a-z0-9_.-]*$/i;
const PATH_END = /\.(git|atom)$/i;
/** In a URL these are relative segments, not a name. */
const DOTS = new Set(['.', '..']);
const PATH_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

export const TAKEN = 'has already been taken';
const BLANK = "can't be blank";

/** Name and path of a new project. */
export interface Named {
  readonly name: string;
  readonly path: string;
}

/** New values to be checked; `undefined` values stay and are not checked. */
export interface Candidate extends Partial<Named> {
  readonly description?: string | null | undefined;
  readonly visibility?: Visibility | undefined;
  readonly ciConfigPath?: string | null | undefined;
  readonly tagList?: readonly string[] | undefined;
  readonly defaultBranch?: string | undefined;
}

/**
 * Names in use in the namespace: the name, the path, and the path of the wiki (or, for a path that ends in `.wiki`, of the project whose wiki
 * it would be).
 */
export interface Taken {
  readonly name: boolean;
  readonly path: boolean;
  readonly wiki: boolean;
}

/** Default visibility of a project: the instance's default, limited by the namespace and by the instance's restrictions. */
export function visibilityByDefault(
  wanted: Visibility,
  namespace: { visibility: Visibility },
  restricted: readonly Visibility[],
): Visibility {
  const lower = VISIBILITIES.slice(0, VISIBILITIES.indexOf(wanted) + 1).reverse();
  const possible = lower.filter((each) => VISIBILITIES.indexOf(each) <= VISIBILITIES.indexOf(namespace.visibility));
  return possible.find((each) => !restricted.includes(each)) ?? possible[0] ?? 'private';
}

/** Error of a visibility that only admins may choose. */
export function restrictedErrors(visibility: Visibility): FieldErrors {
  return { visibility_level: [`${visibility} has been restricted by your GitLab administrator`] };
}

/** Replaces a missing or blank name by the path, and the reverse. Names are NFC. */
export function nameAndPath(given: { name?: string; path?: string }): Named {
  const name = present(given.name)?.normalize('NFC');
  const path = present(given.path);
  return { name: name ?? path ?? '', path: path ?? slugOf(name ?? '') };
}

/** Path that a project must not have beside this one: the wiki of `<path>` is cloned from `<path>.wiki`. */
export function wikiSibling(path: string): string {
  return path.endsWith('.wiki') ? path.slice(0, -'.wiki'.length) : `${path}.wiki`;
}

/**
 * All errors of a new or changed project, by field of the API.
 * @param namespace its visibility; a user namespace counts as public
 */
export function errorsOf(project: Candidate, taken: Taken, namespace: { visibility: Visibility }): FieldErrors {
  const name = project.name === undefined ? [] : nameErrors(project.name);
  const path = project.path === undefined ? [] : pathErrors(project.path);
  if (taken.name || taken.wiki) name.push(TAKEN);
  if (taken.path) path.push(TAKEN);
  const errors = {
    path,
    name,
    'route.path': taken.path ? [TAKEN] : [],
    route: taken.path ? ['is invalid'] : [],
    description: lengthFailures(project.description ?? '', { max: MAX_DESCRIPTION }),
    ci_config_path: ciConfigPathErrors(project.ciConfigPath ?? ''),
    default_branch: lengthFailures(project.defaultBranch ?? '', { max: MAX_BRANCH }),
    tag_list: tagErrors(project.tagList ?? []),
    visibility_level:
      project.visibility === undefined ? [] : visibilityErrors(project.visibility, namespace.visibility),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0));
}

function nameErrors(name: string): string[] {
  if (name === '') return [BLANK];
  return [...lengthFailures(name, { max: MAX_NAME }), ...(NAME.test(name) ? [] : [NAME_TEXT])];
}

function pathErrors(path: string): string[] {
  if (path === '') return [BLANK];
  const valid = PATH.test(path) && !PATH_END.test(path) && !DOTS.has(path);
  return [
    ...lengthFailures(path, { max: MAX_NAME }),
    ...(valid ? [] : [PATH_TEXT]),
    ...(isReservedForProjects(path) ? [`${path} is a reserved name`] : []),
  ];
}

function ciConfigPathErrors(path: string): string[] {
  const leaves = path.startsWith('/') || path.includes('..');
  return [
    ...lengthFailures(path, { max: MAX_CI_CONFIG_PATH }),
    ...(leaves ? ['cannot include leading slash or directory traversal.'] : []),
  ];
}

function tagErrors(tags: readonly string[]): string[] {
  const errors = new Set(tags.flatMap((tag) => lengthFailures(tag, { max: MAX_TAG })));
  return [...(tags.length > MAX_TAGS ? [`has too many tags (maximum is ${MAX_TAGS})`] : []), ...errors];
}

function visibilityErrors(wanted: Visibility, allowed: Visibility): string[] {
  if (VISIBILITIES.indexOf(wanted) <= VISIBILITIES.indexOf(allowed)) return [];
  return [`${wanted} is not allowed in a ${allowed} group.`];
}

function present(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
