import { moveDiscussions } from './discussions.mjs';

/** Creates the snippets of a project, with their comments. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveSnippets(moving, place) {
  const { source, here, journal, report } = moving;
  const { from, to, path, url: projectUrl } = place;
  const snippets = await moving.list('snippets', path, () => source.ProjectSnippets.all(from));
  for (const snippet of snippets.toSorted((a, b) => a.id - b.id)) {
    const { id, title, author, description, visibility = 'private', created_at: at } = snippet;
    const what = `$${id} of ${path}`;
    if (snippet.files?.length > 1) report.note(what, 'only its first file');
    const written = { author, text: description, verb: 'Written', projectUrl, at };
    const made = await moving.one('snippets', id, {
      what,
      find: async () => {
        const present = await here.ProjectSnippets.all(to);
        return present.find((each) => each.title === title && !journal.isMade('snippets', each.id))?.id;
      },
      create: async () => {
        const files = [{ file_path: snippet.file_name, content: await source.ProjectSnippets.showContent(from, id) }];
        const create = ({ text, sudo }) =>
          here.ProjectSnippets.create(to, title, { description: text || undefined, files, visibility, sudo });
        return (await moving.asAuthor(written, create)).id;
      },
    });
    if (made !== undefined || moving.dryRun)
      await moveDiscussions(moving, { api: 'ProjectSnippet', place, record: { id }, iid: made, what });
  }
}
