import { v4 } from '@hearth/http';
import { z } from 'zod';

export const TemplatesParams = z.object({ id: v4.project(), ...v4.page });

export const TemplateParams = z.object({
  id: v4.project(),
  name: v4.text({ most: 255 }).describe('Name of the template: that of its file, without `.md`'),
});
