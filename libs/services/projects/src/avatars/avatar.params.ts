import { v4 } from '@hearth/http';
import { z } from 'zod';

export const ProjectAvatarParams = z.object({ id: v4.project(), file: v4.text() });
export const PresentProjectAvatarParams = z.object({ id: v4.project() });
export const PresentGroupAvatarParams = z.object({ id: v4.group() });
export const GroupAvatarParams = z.object({ id: v4.group(), file: v4.text() });
