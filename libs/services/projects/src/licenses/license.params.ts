import { v4 } from '@hearth/http';
import { z } from 'zod';

export const ListLicensesParams = z.object({
  popular: v4.optional(v4.boolean()).describe('Only popular licenses, or only others'),
  ...v4.page,
});

const key = v4.text({ most: 255 }).describe('Key of the license, as in `mit`');
const values = {
  project: v4.optional(v4.text({ most: 255 })).describe('Name of the project for the text'),
  fullname: v4
    .optional(v4.text({ most: 255 }))
    .describe('Name of the copyright holder for the text; by default the caller’s'),
};

export const LicenseParams = z.object({ key, ...values });

export const ProjectLicensesParams = z.object({ id: v4.project(), ...v4.page });
export const ProjectLicenseParams = z.object({ id: v4.project(), name: key, ...values });
