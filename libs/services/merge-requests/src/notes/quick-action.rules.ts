/** The quick actions that merge requests know; an award is given by the note itself. */
export const MERGE_REQUEST_ACTIONS = ['subscribe', 'unsubscribe', 'award'];
