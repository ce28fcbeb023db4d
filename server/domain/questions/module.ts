import type { Module } from '../module.ts';
import { questionChecks } from './checks.ts';
import { fileJobs, removalPoller } from './files/remove-files.ts';
import { questionListeners } from './listeners.ts';
import { answerData } from './personal-data.ts';
import { questionsPart } from './plan-part.ts';
import { questionRoutes } from './routes.ts';

/** Questions: what organisers ask of those who register, and what they answer once their ticket is safe. */
export const questionsModule: Module = {
	name: 'questions',
	routes: questionRoutes,
	listeners: questionListeners,
	pollers: [removalPoller],
	jobs: fileJobs,
	personalData: answerData,
	checks: questionChecks,
	eventParts: [questionsPart],
};
