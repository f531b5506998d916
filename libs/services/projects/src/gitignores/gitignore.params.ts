import { v4 } from '@hearth/http';
import { z } from 'zod';

const project = { id: v4.project() };
const key = v4.text({ most: 255 }).describe('Name of the template, as in `Node`');

export const GitignoresParams = z.object(v4.page);
export const GitignoreParams = z.object({ key });
export const ProjectGitignoresParams = z.object({ ...project, ...v4.page });
export const ProjectGitignoreParams = z.object({ ...project, name: key });
