import { eventsBehave } from './testing/events-behave.js';

describe('events within one process', () => {
  eventsBehave('local');
});
