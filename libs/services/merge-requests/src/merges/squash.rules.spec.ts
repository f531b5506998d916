import { SQUASH_OPTIONS } from '@hearth/contract-kit';
import { squashMessage, squashesByDefault, squashesOnMerge } from './squash.rules.js';

describe('squashing', () => {
  const chosenBy = (decide: (squashOption: (typeof SQUASH_OPTIONS)[number]) => boolean) =>
    SQUASH_OPTIONS.filter(decide);

  it('follows the option of the project, then the choice', () => {
    expect(chosenBy((squashOption) => squashesOnMerge({ squashOption }, true))).toEqual([
      ...['always', 'default_on', 'default_off'],
    ]);
    expect(chosenBy((squashOption) => squashesOnMerge({ squashOption }, false))).toEqual(['always']);
    expect(chosenBy((squashOption) => squashesByDefault({ squashOption }))).toEqual(['always', 'default_on']);
  });

  it('takes the title as the message without another one', () => {
    expect([undefined, null, ' ', 'All'].map((given) => squashMessage('One', given))).toEqual([
      ...['One', 'One', 'One', 'All'],
    ]);
  });
});
