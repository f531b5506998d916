import { v4 } from '@hearth/http';
import { z } from 'zod';

const page = v4.page.page;

export const ProjectActivityParams = z.object({ id: v4.project(), page });
export const GroupActivityParams = z.object({ id: v4.group(), page });
export const UserActivityParams = z.object({ username: v4.text({ most: 255 }), page });
