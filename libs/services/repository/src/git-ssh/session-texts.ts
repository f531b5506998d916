import { PROJECT_HIDDEN, type GitRefusal } from '../git-http/git-access.rules.js';
import { messageLines } from '../git/transport/push-report.js';

/** In the words of GitLab over SSH, which scripts look for. */
const HIDDEN = "The project you were looking for could not be found or you don't have permission to view it.";

/** Returns what a refused session writes to the client's terminal. */
export function refusalText(refusal: Pick<GitRefusal, 'text'>): string {
  return `ERROR: ${refusal === PROJECT_HIDDEN ? HIDDEN : refusal.text}\n`;
}

/** Returns the notice of a session that is served although its project has moved. */
export function movedText(project: string, movedTo: string): string {
  const [from, to] = [project, movedTo].map((path) => messageLines(path).join(' '));
  return `The project '${from}' has moved to '${to}'. Please change the URL of your remote.\n`;
}

/** Returns git's messages without the folder of the repository. */
export function gitMessages(stderr: string, folder: string, project: string): string {
  return stderr.replaceAll(folder, `${project}.git`);
}
