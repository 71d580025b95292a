import { z } from 'zod';
import { ruleOf } from '../../templates-engine/index.ts';

/**
 * What is wrong with a request in the words that a design's faults have, for every schema without words of its own: zod's sentences
 * name types of JavaScript.
 */
z.config({
  customError: (issue) => {
    const rule = ruleOf(issue);
    return issue.code === 'invalid_type' && issue.input === undefined ? `is missing: ${rule}` : rule;
  },
});
