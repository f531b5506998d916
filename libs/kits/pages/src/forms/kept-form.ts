import { z } from 'zod';
import { isPrivateKey } from './private-key.rules.js';

/** UTF-16 units of a form that is kept: the longest key that the pages accept fits. */
const MOST = 256 * 1024;
const PASSWORD = /password(?!_token)/i;
const CODE = /(?:^|otp_|\[)(?:code|attempt)\]?$/i;
/** Names of fields that the user has not typed. */
const UNSEEN = /token\]?$|^return_to$|^confirmed$/;

/** A form that was not accepted, as the user can send it again. */
export const KeptForm = z.object({
  /** Target of the form; only a path of this site. */
  path: z.string().regex(/^\/(?![/\\])[!-~]*$/),
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Names of passwords and codes, which are not kept. */
  asked: z.array(z.string()),
  /** Labels by the last part of a field's name; a field without one is labelled with its name. */
  labels: z.record(z.string(), z.string()).default({}),
});
export type KeptForm = z.output<typeof KeptForm>;

/**
 * Returns the typed values of a form. Passwords, codes, private keys and files are left out.
 * @param path of the request
 * @param merged its parameters
 * @param labels those of `fieldLabels`
 * @returns undefined for a form that is too long
 */
export function keptForm(
  path: string,
  merged: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>> = {},
): KeptForm | undefined {
  const all = flattened(merged).filter(([name]) => name !== 'authenticity_token');
  const isAsked = ([name]: readonly [string, string]) => PASSWORD.test(name) || CODE.test(name);
  const fields = all.filter((each) => !isAsked(each) && !isPrivateKey(each[1]));
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const used = all.map(([name]) => partOf(name));
  return length > MOST
    ? undefined
    : {
        ...{ path, fields, asked: all.filter(isAsked).map(([name]) => name) },
        labels: Object.fromEntries(Object.entries(labels).filter(([name]) => used.includes(name))),
      };
}

/** Parses the hidden field of a sign-in that continues a form; undefined for everything else. */
export function parseKeptForm(text: string): KeptForm | undefined {
  try {
    return KeptForm.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Fields of the page of a kept form. */
export function presentKeptForm({ path, fields, asked, labels }: KeptForm) {
  const labelOf = (name: string) => labels[partOf(name)] ?? inWords(partOf(name));
  const shown = fields
    .filter(([name, value]) => !UNSEEN.test(name) && value !== '')
    .map(([name, value]) => ({ label: labelOf(name), value }));
  const questions = asked.map((name, index) => ({
    ...{ name, id: `asked-${index}`, label: labelOf(name) },
    type: PASSWORD.test(name) ? 'password' : 'text',
  }));
  return { action: path, fields, shown, asked: questions };
}

/** `user[new_password]`, `new_password[]`: `new_password`. */
function partOf(name: string): string {
  return name.replace(/\[\]$/, '').split('[').at(-1)!.replace(']', '');
}

/** `new_password`: `New password`. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The names and values of a parsed form, as a form sends them. */
function flattened(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((each) => flattened(each, `${name}[]`));
  // Files have a class.
  if (
    typeof value !== 'object' ||
    value === null ||
    ![null, Object.prototype].includes(Object.getPrototypeOf(value) as null)
  )
    return [];
  return Object.entries(value).flatMap(([key, each]) => flattened(each, name === '' ? key : `${name}[${key}]`));
}
