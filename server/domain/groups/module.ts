import type { Module } from '../module.ts';
import { findClaimByToken, findGroupByToken } from './tokens.ts';

/** Groups: people who come together, by the places of one order or by places that are held until each has ordered their own. */
export const groupsModule: Module = {
	name: 'groups',
	access: { findGroup: findGroupByToken, findClaim: findClaimByToken },
};
