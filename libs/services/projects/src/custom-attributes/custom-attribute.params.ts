import { v4 } from '@hearth/http';
import { z } from 'zod';

export const ProjectAttributesParams = z.object({ id: v4.project() });
export const ProjectAttributeParams = z.object({ id: v4.project(), key: v4.text() });
export const SetProjectAttributeParams = z.object({ id: v4.project(), key: v4.text(), value: v4.text() });

export const GroupAttributesParams = z.object({ id: v4.group() });
export const GroupAttributeParams = z.object({ id: v4.group(), key: v4.text() });
export const SetGroupAttributeParams = z.object({ id: v4.group(), key: v4.text(), value: v4.text() });
