import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { MOST_TEXT } from '../issues/issue.rules.js';

export const MarkdownParams = z.object({
  text: v4.text({ most: MOST_TEXT }).describe('Text in Markdown'),
  gfm: refused(),
  project: refused(),
});
