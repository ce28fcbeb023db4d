import type { Module } from '../module.ts';
import { feedbackJobs } from './jobs.ts';
import { feedbackData, feedbackErasure } from './personal-data.ts';
import { feedbackRoutes } from './routes.ts';

/** Bug reports and feature requests, from anybody to the operator. */
export const feedbackModule: Module = {
	name: 'feedback',
	routes: feedbackRoutes,
	jobs: feedbackJobs,
	listeners: [feedbackErasure],
	personalData: feedbackData,
};
