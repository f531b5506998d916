import { NO_PUSH, PROJECT_HIDDEN } from '../git-http/git-access.rules.js';
import { gitMessages, movedText, refusalText } from './session-texts.js';

describe('texts of a session over SSH', () => {
  it('say why it is refused', () => {
    expect(refusalText(PROJECT_HIDDEN)).toBe(
      "ERROR: The project you were looking for could not be found or you don't have permission to view it.\n",
    );
    expect(refusalText(NO_PUSH)).toBe(`ERROR: ${NO_PUSH.text}\n`);
  });

  it('hold no control characters of a path', () => {
    expect(movedText('a/\u001b[31mb', 'a/c')).toBe(
      "The project 'a/ [31mb' has moved to 'a/c'. Please change the URL of your remote.\n",
    );
  });

  it('do not name folders of the server', () => {
    expect(gitMessages("fatal: '/data/1.git' is odd", '/data/1.git', 'a/b')).toBe("fatal: 'a/b.git' is odd");
  });
});
