import { Injectable } from '@nestjs/common';
import { Page, type PageRequest } from '@hearth/http';
import type licenses from 'spdx-license-list/full.js';
import { LicenseNotFound } from '../refusals.js';
import { LICENSES, fillIn, type LicenseFields, type LicenseTemplate, type OfferedLicense } from './license.rules.js';

type SpdxLicense = (typeof licenses)[string];

/** Templates of licenses. */
@Injectable()
export class LicenseFacts {
  /** Loaded licenses by key. */
  readonly #loaded = new Map<string, Promise<LicenseTemplate>>();

  /** Returns a page of the licenses in the order of their keys, with placeholders in their texts. */
  async page(popular: boolean | undefined, request: PageRequest): Promise<Page<LicenseTemplate>> {
    const found = LICENSES.filter((license) => popular === undefined || license.popular === popular);
    const { items, total } = Page.of(found, request);
    return new Page(await Promise.all(items.map((license) => this.load(license))), request, total);
  }

  /** Returns a license with the given values in its text. @param key in any case @throws LicenseNotFound */
  async filledIn(key: string, fields: LicenseFields): Promise<LicenseTemplate> {
    const offered = LICENSES.find((license) => license.key === key.toLowerCase());
    if (!offered) throw LicenseNotFound();
    const license = await this.load(offered);
    return { ...license, content: fillIn(license.content, fields) };
  }

  /** Reads a license at its first use: most processes never need the texts. */
  private load(offered: OfferedLicense): Promise<LicenseTemplate> {
    const known = this.#loaded.get(offered.key);
    if (known) return known;
    const loading = read(offered);
    this.#loaded.set(offered.key, loading);
    loading.catch(() => this.#loaded.delete(offered.key));
    return loading;
  }
}

async function read(offered: OfferedLicense): Promise<LicenseTemplate> {
  const path = `spdx-license-list/licenses/${offered.spdxId}.json`;
  const { default: license } = (await import(path, { with: { type: 'json' } })) as { default: SpdxLicense };
  const { name, url, licenseText } = license;
  // SPDX calls the licenses of GNU `… only`, to tell them from `… or later`.
  return { ...offered, name: name.replace(/ only$/, ''), sourceUrl: url, content: licenseText };
}
