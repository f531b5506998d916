import { z } from 'zod';
import type { LicenseTemplate } from './license.rules.js';

export const LicenseView = z.strictObject({
  key: z.string().describe('Key of the license'),
  name: z.string().describe('Name of the license'),
  nickname: z.string().nullable().describe('Short name; null where there is none'),
  popular: z.boolean().describe('Whether it is one of the most used licenses'),
  html_url: z.string().describe('Address of an explanation of the license'),
  source_url: z.string().describe('Address of the original text'),
  content: z.string().describe('Text of the license'),
});
export type LicenseView = z.output<typeof LicenseView>;

export function presentLicense(license: LicenseTemplate): LicenseView {
  return {
    key: license.key,
    name: license.name,
    nickname: license.nickname,
    popular: license.popular,
    html_url: `https://choosealicense.com/licenses/${license.key}/`,
    source_url: license.sourceUrl,
    content: license.content,
  };
}
