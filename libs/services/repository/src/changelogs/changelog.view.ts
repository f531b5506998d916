import { z } from 'zod';

export const ChangelogView = z.strictObject({ notes: z.string().describe('The section of the release, as Markdown') });
export type ChangelogView = z.output<typeof ChangelogView>;
