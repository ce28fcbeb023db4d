import type { Module } from '../module.ts';
import { codeChecks } from './checks.ts';
import { codeRoutes } from './routes.ts';

/** Codes: what buyers type to pay less, or to be offered tickets that are hidden. */
export const codesModule: Module = {
	name: 'codes',
	routes: codeRoutes,
	checks: codeChecks,
};
