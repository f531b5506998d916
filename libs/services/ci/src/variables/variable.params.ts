import { v4 } from '@hearth/http';
import { z } from 'zod';

/** In UTF-16 units: every job of the project gets all values. */
export const LONGEST_VALUE = 64 * 1024;

/** Most variables of one pipeline: each of its jobs gets all of them. */
export const MOST_VARIABLES = 100;

export const variableValue = () => v4.text({ most: LONGEST_VALUE });

const key = v4.text();
const given = { value: variableValue(), protected: v4.optional(v4.boolean()) };
const changes = { value: v4.optional(variableValue()), protected: v4.optional(v4.boolean()) };

export const VariablesParams = z.object({ id: v4.project(), ...v4.page });
export const VariableParams = z.object({ id: v4.project(), key });
export const CreateVariableParams = VariableParams.extend(given);
export const UpdateVariableParams = VariableParams.extend(changes);

export const GroupVariablesParams = z.object({ id: v4.group(), ...v4.page });
export const GroupVariableParams = z.object({ id: v4.group(), key });
export const CreateGroupVariableParams = GroupVariableParams.extend(given);
export const UpdateGroupVariableParams = GroupVariableParams.extend(changes);
