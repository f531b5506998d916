import { v4 } from '@hearth/http';
import { z } from 'zod';

const project = { id: v4.project() };
const key = v4.text({ most: 255 }).describe('Name of the template');

export const TemplatesParams = z.object(v4.page);
export const TemplateParams = z.object({ key });
export const ProjectTemplatesParams = z.object({ ...project, ...v4.page });
export const ProjectTemplateParams = z.object({ ...project, name: key });
