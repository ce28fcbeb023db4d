import type { Module } from '../module.ts';
import { findEntryByToken } from './tokens.ts';

/** Waitlists: who waits for tickets that are sold out, and the offers that hold freed ones for them. */
export const waitlistModule: Module = {
	name: 'waitlist',
	access: { findWaitlistEntry: findEntryByToken },
};
