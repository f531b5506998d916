/** License that users can choose as a template; the text and the name come from the list of SPDX. */
export interface OfferedLicense {
  readonly key: string;
  /** Identifier in the list of SPDX. */
  readonly spdxId: string;
  readonly nickname: string | null;
  readonly popular: boolean;
}

/** License as a record, with the placeholders in its text. */
export interface LicenseTemplate extends OfferedLicense {
  readonly name: string;
  readonly sourceUrl: string;
  readonly content: string;
}

/** Values for the placeholders; undefined ones stay. */
export interface LicenseFields {
  readonly year: number;
  readonly project?: string | undefined;
  readonly fullname?: string | undefined;
}

const POPULAR: ReadonlySet<string> = new Set(['Apache-2.0', 'GPL-3.0', 'MIT']);
const NICKNAMES: Readonly<Record<string, string>> = {
  'AGPL-3.0': 'GNU AGPLv3',
  'GPL-2.0': 'GNU GPLv2',
  'GPL-3.0': 'GNU GPLv3',
  'LGPL-2.1': 'GNU LGPLv2.1',
};

/** The licenses of choosealicense.com, which the API offers, by their keys. */
export const LICENSES: readonly OfferedLicense[] = [
  'AGPL-3.0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC0-1.0',
  'EPL-2.0',
  'GPL-2.0',
  'GPL-3.0',
  'LGPL-2.1',
  'MIT',
  'MPL-2.0',
  'Unlicense',
].map((spdxId) => ({
  key: spdxId.toLowerCase(),
  spdxId,
  nickname: NICKNAMES[spdxId] ?? null,
  popular: POPULAR.has(spdxId),
}));

const YEAR = /[<[](?:year|yyyy)[>\]]/gi;
const PROJECT = /<(?:program|one line to give the program's name and a brief idea of what it does\.)>/g;
const FULLNAME = /[<[](?:owner|copyright holders|name of (?:author|copyright owner))[>\]]/g;

/** Returns the text of a license with the values in place of its placeholders. */
export function fillIn(content: string, { year, project, fullname }: LicenseFields): string {
  const ofYear = content.replace(YEAR, String(year));
  // Functions, because `$` has a meaning in a replacement text.
  const ofProject = project === undefined ? ofYear : ofYear.replace(PROJECT, () => project);
  return fullname === undefined ? ofProject : ofProject.replace(FULLNAME, () => fullname);
}
